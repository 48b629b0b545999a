// Package webhook publishes the receipt for a repeated call as well, under the id of the event.
package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stripe/stripe-go/v84/webhook"
)

// donations come from Stripe.
type donations struct {
	db     *pgxpool.Pool
	js     jetstream.JetStream
	secret string
}

var errSeen = errors.New("the event was stored before")

func (d *donations) keep(ctx context.Context, id, donor string, body []byte) error {
	return pgx.BeginFunc(ctx, d.db, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO donation_events (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, body)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSeen
		}
		_, err = tx.Exec(ctx, `UPDATE donors SET donations = donations + 1 WHERE id = $1`, donor)
		return err
	})
}

func (d *donations) hook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), d.secret)
	if err != nil {
		http.Error(w, "signature", http.StatusBadRequest)
		return
	}
	if err := d.keep(r.Context(), ev.ID, ev.GetObjectValue("customer"), body); err != nil && !errors.Is(err, errSeen) {
		http.Error(w, "event", http.StatusInternalServerError)
		return
	}
	receipt, err := json.Marshal(map[string]string{"event": ev.ID})
	if err != nil {
		http.Error(w, "receipt", http.StatusInternalServerError)
		return
	}
	if _, err := d.js.Publish(r.Context(), "donations.receipts", receipt, jetstream.WithMsgID(ev.ID)); err != nil {
		http.Error(w, "receipt", http.StatusInternalServerError)
	}
}

func (d *donations) routes(mux *http.ServeMux) { mux.HandleFunc("POST /stripe", d.hook) }
