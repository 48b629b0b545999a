// Package charges takes money once for each order, as far as this process can remember.
package charges

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/stripe/stripe-go/v84"
)

// till takes money.
type till struct {
	card *stripe.Client
	paid sync.Map

	mu       sync.Mutex
	refunded map[string]struct{}
}

func (t *till) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /orders/{order}/pay", t.pay)
	mux.HandleFunc("POST /orders/{order}/refund", t.refund)
}

func (t *till) pay(w http.ResponseWriter, r *http.Request) {
	var in struct{ Cents int64 }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	if err := t.charge(r.Context(), r.PathValue("order"), in.Cents); err != nil {
		http.Error(w, "the card", http.StatusBadGateway)
	}
}

func (t *till) charge(ctx context.Context, order string, cents int64) error {
	if _, dup := t.paid.LoadOrStore(order, cents); dup { // want "IDV310: .*LoadOrStore"
		return nil
	}
	_, err := t.card.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{
		Amount:   stripe.Int64(cents),
		Currency: stripe.String("eur"),
	})
	if err != nil {
		t.paid.Delete(order)
	}
	return err
}

func (t *till) refund(w http.ResponseWriter, r *http.Request) {
	order := r.PathValue("order")
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, done := t.refunded[order]; done {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(r.FormValue("payment"))}
	if _, err := t.card.V1Refunds.Create(r.Context(), params); err != nil {
		http.Error(w, "the bank", http.StatusBadGateway)
		return
	}
	t.refunded[order] = struct{}{} // want "IDV310: .*refunded"
}
