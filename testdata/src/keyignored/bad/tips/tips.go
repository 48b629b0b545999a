// Package tips hands tips on to a payment provider. The app's key is not handed on.
package tips

import (
	"encoding/json"
	"net/http"

	"github.com/stripe/stripe-go/v84"
)

type tip struct {
	IdempotencyKey string `json:"idempotencyKey"` // want "IDV702: .*IdempotencyKey"
	Customer       string `json:"customer"`
	Cents          int64  `json:"cents"`
}

func (t tip) params() *stripe.PaymentIntentCreateParams {
	return &stripe.PaymentIntentCreateParams{
		Amount:   stripe.Int64(t.Cents),
		Currency: stripe.String("eur"),
		Customer: stripe.String(t.Customer),
	}
}

type till struct{ stripe *stripe.Client }

func (t *till) routes(mux *http.ServeMux) { mux.HandleFunc("POST /tips", t.post) }

func (t *till) post(w http.ResponseWriter, r *http.Request) {
	var in tip
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if _, err := t.stripe.V1PaymentIntents.Create(r.Context(), in.params()); err != nil {
		http.Error(w, "no tip", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
