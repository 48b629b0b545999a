// Package webhooks takes events from a payment provider. Redis only keeps two workers from waiting for each other; what counts is the
// row of the event.
package webhooks

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"time"

	"github.com/bsm/redislock"
	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"
)

// hook is where the provider calls.
type hook struct {
	locks  *redislock.Client
	db     *sql.DB
	secret string
}

// ServeHTTP implements http.Handler.
func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), h.secret)
	if err != nil {
		http.Error(w, "signature", http.StatusBadRequest)
		return
	}
	if err := h.handle(r.Context(), ev); err != nil {
		http.Error(w, "later", http.StatusInternalServerError)
	}
}

func (h *hook) handle(ctx context.Context, ev stripe.Event) error {
	customer := ev.GetObjectValue("customer")
	lock, err := h.locks.Obtain(ctx, "wallet:"+customer, 10*time.Second, &redislock.Options{
		RetryStrategy: redislock.LimitRetry(redislock.LinearBackoff(50*time.Millisecond), 20),
	})
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	fresh, err := h.enter(ctx, tx, ev.ID)
	if err != nil || !fresh {
		return err
	}
	if _, err := tx.ExecContext(ctx, `update wallets set cents = cents + $2 where customer = $1`, customer, ev.GetObjectValue("amount")); err != nil {
		return err
	}
	return tx.Commit()
}

func (h *hook) enter(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `insert into hook_events (id) values ($1) on conflict (id) do nothing`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
