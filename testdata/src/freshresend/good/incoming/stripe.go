// Package incoming has HTTP and gRPC handlers whose callers repeat a request until it is answered, and say which one it is.
package incoming

import (
	"fmt"
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"
)

// market pays the seller of a plant when the buyer's payment arrives.
type market struct {
	stripe *stripe.Client
	secret string
	seller func(paymentID string) (account string, cents int64, err error)
}

// ServeHTTP is called again by Stripe until it answers 2xx, for days.
func (m *market) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), m.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "payment_intent.succeeded" {
		return
	}
	if err := m.forward(r, event.GetObjectValue("id")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (m *market) forward(r *http.Request, payment string) error {
	account, cents, err := m.seller(payment)
	if err != nil {
		return err
	}
	params := &stripe.TransferCreateParams{
		Amount:      stripe.Int64(cents),
		Currency:    stripe.String("eur"),
		Destination: stripe.String(account),
	}
	params.SetIdempotencyKey(payment + ":transfer")
	if _, err := m.stripe.V1Transfers.Create(r.Context(), params); err != nil {
		return fmt.Errorf("transfer for %s: %w", payment, err)
	}
	return nil
}
