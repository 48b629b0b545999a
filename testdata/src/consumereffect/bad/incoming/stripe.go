// Package incoming has a webhook, which is called until it answers 2xx.
package incoming

import (
	"context"
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84/webhook"
	"github.com/wneessen/go-mail"
)

// farm thanks whoever paid.
type farm struct {
	secret string
	smtp   *mail.Client
}

// ServeHTTP is the webhook.
func (f *farm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), f.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "payment_intent.succeeded" {
		return
	}
	if err := f.thank(r.Context(), event.GetObjectValue("receipt_email")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (f *farm) thank(ctx context.Context, to string) error {
	m := mail.NewMsg()
	if err := m.From("farm@example.com"); err != nil {
		return err
	}
	if err := m.To(to); err != nil {
		return err
	}
	m.Subject("Thank you")
	m.SetBodyString(mail.TypeTextPlain, "The hens say hello.")
	return f.smtp.DialAndSendWithContext(ctx, m) // want "IDV504: .*DialAndSendWithContext"
}
