// Package http is the API.
package http

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/cases/tapped-twice/sound/domain"
)

// Payer takes payments.
type Payer interface {
	Run(ctx context.Context, req domain.Request) (*domain.Payment, error)
}

// Refunder gives money back.
type Refunder interface {
	Run(ctx context.Context, payment, reference string, cents int64) error
}

// CallbackTaker takes what the processor tells.
type CallbackTaker interface {
	Take(ctx context.Context, cb domain.Callback) error
}

// FeeTaker takes the fees of the processor.
type FeeTaker interface {
	Take(ctx context.Context, callback, merchant string, cents int64) error
}

// Orderer takes and cancels orders of payouts.
type Orderer interface {
	Place(ctx context.Context, one domain.Payout) error
	Cancel(ctx context.Context, merchant, id string) error
	Balance(ctx context.Context, merchant string) (int64, error)
}

// API answers requests.
type API struct {
	Pay      Payer
	Refund   Refunder
	Callback CallbackTaker
	Fee      FeeTaker
	Orders   Orderer
	Answers  domain.Answers
	Payments domain.Payments
	Secret   string
}

// Routes lists what can be asked.
func (a *API) Routes() http.Handler {
	r := chi.NewRouter()
	r.Post("/payments", a.pay)
	r.Get("/payments/{payment}", a.show)
	r.Put("/payments/{payment}/refunds/{reference}", a.refund)
	r.With(a.once).Post("/payouts", a.place)
	r.Get("/balance", a.balance)
	r.Delete("/payouts/{reference}", a.cancel)
	r.Post("/callbacks/processor", a.callback)
	r.Post("/callbacks/fees", a.fee)
	return r
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse tells what went wrong; what is not known to be final may be tried again.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusServiceUnavailable
	switch {
	case errors.Is(err, domain.ErrNotFound):
		status = http.StatusNotFound
	case errors.Is(err, domain.ErrKeyReused), errors.Is(err, domain.ErrRefused), errors.Is(err, domain.ErrTooMuch):
		status = http.StatusUnprocessableEntity
	case errors.Is(err, domain.ErrBusy), errors.Is(err, domain.ErrTooLate):
		status = http.StatusConflict
	}
	http.Error(w, http.StatusText(status), status)
}
