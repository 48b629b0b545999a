package http

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"example.com/cases/tapped-twice/broken/domain"
)

type payBody struct {
	Order    string `json:"order_id"`
	Merchant string `json:"merchant_id"`
	Cents    int64  `json:"amount"`
	Currency string `json:"currency"`
	Card     string `json:"payment_method"`
}

// view is what callers see of a payment.
type view struct {
	ID    string       `json:"id"`
	State domain.State `json:"state"`
}

// pay takes a payment.
func (a *API) pay(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		// Seeds: S1, four ways, 2: the server makes the key that the caller has left out, and every repeat looks like another tap.
		key = uuid.NewString() // linked "IDV103: "
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil {
		http.Error(w, "not read", http.StatusBadRequest)
		return
	}
	var in payBody
	if err := json.Unmarshal(raw, &in); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	// Seeds: S0 part 2, binding the key to the request's meaning: a body with its fields in another order is the same request.
	sum := sha256.Sum256(raw) // want "IDV108: "
	pay, err := a.Pay.Run(r.Context(), domain.Request{
		Caller: caller(r), Key: key, Order: in.Order, Merchant: in.Merchant, Cents: in.Cents, Currency: in.Currency, Card: in.Card,
		Fingerprint: hex.EncodeToString(sum[:]),
	})
	if err != nil {
		refuse(w, err)
		return
	}
	answer(w, status(pay.State), view{ID: pay.ID, State: pay.State})
}

func (a *API) show(w http.ResponseWriter, r *http.Request) {
	pay, err := a.Payments.Get(r.Context(), chi.URLParam(r, "payment"))
	if err != nil {
		refuse(w, err)
		return
	}
	answer(w, http.StatusOK, view{ID: pay.ID, State: pay.State})
}

// refund gives money back under the reference in the path.
func (a *API) refund(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Cents int64 `json:"amount"`
	}
	if err := json.NewDecoder(io.LimitReader(r.Body, 1<<16)).Decode(&in); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if err := a.Refund.Run(r.Context(), chi.URLParam(r, "payment"), chi.URLParam(r, "reference"), in.Cents); err != nil {
		refuse(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// caller is who the token belongs to; the gateway in front has checked it.
func caller(r *http.Request) string { return r.Header.Get("X-Caller") }

func status(s domain.State) int {
	if s == domain.Pending || s == domain.Unknown {
		return http.StatusAccepted
	}
	return http.StatusCreated
}
