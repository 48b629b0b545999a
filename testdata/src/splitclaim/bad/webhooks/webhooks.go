// Package webhooks takes events from a payment provider, which sends them again until they are answered with 200.
package webhooks

import (
	"context"
	"database/sql"
	"io"
	"net/http"

	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"
)

// hook is where the provider calls.
type hook struct {
	rdb    *redis.Client
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
	seen, err := h.rdb.SIsMember(ctx, "hooks:seen", ev.ID).Result()
	if err != nil || seen {
		return err
	}
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `update wallets set cents = cents + $2 where customer = $1`, ev.GetObjectValue("customer"), ev.GetObjectValue("amount")); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return h.remember(ctx, ev.ID)
}

func (h *hook) remember(ctx context.Context, id string) error {
	return h.rdb.SAdd(ctx, "hooks:seen", id).Err() // want "IDV305: .*SAdd"
}
