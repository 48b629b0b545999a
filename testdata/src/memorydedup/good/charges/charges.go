// Package charges takes money once for each order: the provider knows the order by its key.
package charges

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	"github.com/stripe/stripe-go/v84"
)

// till takes money.
type till struct {
	card   *stripe.Client
	inWork sync.Map

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
	err := t.charge(r.Context(), r.PathValue("order"), in.Cents)
	switch {
	case errors.Is(err, errBusy):
		http.Error(w, "wait", http.StatusConflict)
	case err != nil:
		http.Error(w, "the card", http.StatusBadGateway)
	}
}

var errBusy = errors.New("the order is being paid")

func (t *till) charge(ctx context.Context, order string, cents int64) error {
	if _, busy := t.inWork.LoadOrStore(order, cents); busy {
		return errBusy
	}
	defer t.inWork.Delete(order)
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("order/" + order)
	_, err := t.card.V1PaymentIntents.Create(ctx, params)
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
	params.SetIdempotencyKey("refund/" + order)
	if _, err := t.card.V1Refunds.Create(r.Context(), params); err != nil {
		http.Error(w, "the bank", http.StatusBadGateway)
		return
	}
	t.refunded[order] = struct{}{}
}
