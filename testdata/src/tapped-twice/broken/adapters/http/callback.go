package http

import (
	"io"
	"net/http"
	"strconv"

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
		http.Error(w, "the seal is broken", http.StatusBadRequest)
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

// fee is what the processor calls when it has taken a fee.
func (a *API) fee(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil {
		http.Error(w, "not read", http.StatusBadRequest)
		return
	}
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), a.Secret)
	if err != nil {
		http.Error(w, "the seal is broken", http.StatusBadRequest)
		return
	}
	cents, err := strconv.ParseInt(ev.GetObjectValue("fee"), 10, 64)
	if err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if err := a.Fee.Take(r.Context(), ev.ID, ev.GetObjectValue("metadata", "merchant"), cents); err != nil {
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
