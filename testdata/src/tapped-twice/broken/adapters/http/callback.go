package http

import (
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84/webhook"

	"example.com/cases/tapped-twice/broken/domain"
)

// callback is what the processor calls until it gets a 2xx.
func (a *API) callback(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil {
		http.Error(w, "not read", http.StatusBadRequest)
		return
	}
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), a.Secret)
	if err != nil {
		http.Error(w, "the seal is broken", http.StatusUnauthorized)
		return
	}
	cb := domain.Callback{
		ID: ev.ID, Payment: ev.GetObjectValue("metadata", "reference"), Charge: ev.GetObjectValue("id"), Outcome: ev.GetObjectValue("status"),
	}
	if err := a.Callback.Take(r.Context(), cb); err != nil {
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
