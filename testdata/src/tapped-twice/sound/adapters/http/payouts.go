package http

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/cases/tapped-twice/sound/domain"
)

type payoutBody struct {
	Reference string `json:"reference"`
	IBAN      string `json:"iban"`
	Cents     int64  `json:"amount"`
}

// place orders a payout under the merchant's reference.
func (a *API) place(w http.ResponseWriter, r *http.Request) {
	var in payoutBody
	if err := json.NewDecoder(io.LimitReader(r.Body, 1<<16)).Decode(&in); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	one := domain.NewPayout(caller(r), in.Reference, in.IBAN, in.Cents)
	if err := a.Orders.Place(r.Context(), one); err != nil {
		refuse(w, err)
		return
	}
	answer(w, http.StatusCreated, map[string]string{"id": one.ID})
}

// cancel answers the same way as often as it is asked.
func (a *API) cancel(w http.ResponseWriter, r *http.Request) {
	merchant := caller(r)
	if err := a.Orders.Cancel(r.Context(), merchant, domain.PayoutID(merchant, chi.URLParam(r, "reference"))); err != nil && !errors.Is(err, domain.ErrNotFound) {
		refuse(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (a *API) balance(w http.ResponseWriter, r *http.Request) {
	cents, err := a.Orders.Balance(r.Context(), caller(r))
	if err != nil {
		refuse(w, err)
		return
	}
	answer(w, http.StatusOK, map[string]int64{"amount": cents})
}
