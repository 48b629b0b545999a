// Package jobs tries again under the same key, and after the last attempt says that it does not know.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
)

type wage struct {
	ID      string `json:"id"`
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
}

// wages pays on Fridays. The rows are there when the tasks are made.
type wages struct {
	pool   *pgxpool.Pool
	stripe *stripe.Client
}

func (w *wages) register(mux *asynq.ServeMux) { mux.HandleFunc("wage:pay", w.handle) }

func (w *wages) handle(ctx context.Context, t *asynq.Task) error {
	var p wage
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	if err := w.transfer(ctx, p); err != nil {
		if last(ctx) {
			return errors.Join(err, w.set(context.WithoutCancel(ctx), p.ID, "unknown"))
		}
		return err
	}
	return w.set(ctx, p.ID, "paid")
}

func last(ctx context.Context) bool {
	done, ok := asynq.GetRetryCount(ctx)
	limit, known := asynq.GetMaxRetry(ctx)
	return ok && known && done >= limit
}

func (w *wages) transfer(ctx context.Context, p wage) error {
	params := &stripe.TransferCreateParams{Amount: stripe.Int64(p.Cents), Currency: stripe.String("eur"), Destination: stripe.String(p.Account)}
	params.SetIdempotencyKey("wage-" + p.ID)
	_, err := w.stripe.V1Transfers.Create(ctx, params)
	return err
}

func (w *wages) set(ctx context.Context, id, state string) error {
	_, err := w.pool.Exec(ctx, `update wages set state = $2 where id = $1 and state in ('due', 'unknown')`, id, state)
	return err
}
