// Package incoming has a webhook, which is called until it answers 2xx.
package incoming

import (
	"context"
	"io"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"
)

// thanksArgs is a job, whose worker mails under the job's id.
type thanksArgs struct {
	To string `json:"to"`
}

func (thanksArgs) Kind() string { return "thanks" }

// farm thanks whoever paid. The inbox and the job are written together.
type farm struct {
	secret string
	pool   *pgxpool.Pool
	river  *river.Client[pgx.Tx]
}

// ServeHTTP is the webhook.
func (f *farm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), f.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "payment_intent.succeeded" {
		return
	}
	if err := f.thank(r.Context(), event); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (f *farm) thank(ctx context.Context, event stripe.Event) error {
	return pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `insert into farm_inbox (event_id) values ($1) on conflict (event_id) do nothing`, event.ID)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = f.river.InsertTx(ctx, tx, thanksArgs{To: event.GetObjectValue("receipt_email")}, nil)
		return err
	})
}
