// Package webhooks adds what providers report, once per event.
package webhooks

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/jmoiron/sqlx"
	"github.com/stripe/stripe-go/v84/webhook"
)

// credits has a method for the caller's transaction, and one that runs it.
type credits struct{ db *sqlx.DB }

func (c *credits) add(ctx context.Context, tx *sqlx.Tx, account string, cents int64) error {
	row := map[string]any{"account": account, "cents": cents}
	_, err := tx.NamedExecContext(ctx, `INSERT INTO credits (account, cents) VALUES (:account, :cents) ON CONFLICT (account) DO UPDATE SET cents = credits.cents + EXCLUDED.cents`, row)
	return err
}

// once runs f in the transaction that marks the event, unless the event was marked before.
func (c *credits) once(ctx context.Context, event string, f func(*sqlx.Tx) error) error {
	tx, err := c.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var id string
	err = tx.QueryRowxContext(ctx, `INSERT INTO stripe_events (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id`, event).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

type hooks struct {
	credits *credits
	secret  string
}

func (h *hooks) stripe(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), h.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "charge.succeeded" {
		return
	}
	var payment struct {
		Customer string `json:"customer"`
		Amount   int64  `json:"amount"`
	}
	if err := json.Unmarshal(event.Data.Raw, &payment); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	err = h.credits.once(r.Context(), event.ID, func(tx *sqlx.Tx) error {
		return h.credits.add(r.Context(), tx, payment.Customer, payment.Amount)
	})
	if err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (h *hooks) routes(mux *http.ServeMux) { mux.HandleFunc("POST /hooks/stripe", h.stripe) }
