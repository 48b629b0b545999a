// Package keyed acts after a claim that it does not look at, by requests whose receiver drops the second.
package keyed

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stripe/stripe-go/v84"
)

type rentals struct {
	db     *sql.DB
	stripe *stripe.Client
	js     jetstream.JetStream
}

// charge records the intent, and charges under the number of the rental whether or not the intent was there: the first run may not
// have come that far.
func (r *rentals) charge(ctx context.Context, rental, customer string, cents int64) error {
	if _, err := r.db.ExecContext(ctx, `INSERT INTO rental_charges (rental, state) VALUES ($1, 'pending') ON CONFLICT (rental) DO NOTHING`, rental); err != nil {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Customer: stripe.String(customer)}
	params.SetIdempotencyKey("rental/" + rental)
	if _, err := r.stripe.V1PaymentIntents.Create(ctx, params); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, `UPDATE rental_charges SET state = 'charged' WHERE rental = $1 AND state = 'pending'`, rental)
	return err
}

// opened announces a rental under its own number.
func (r *rentals) opened(ctx context.Context, rental string) error {
	if _, err := r.db.ExecContext(ctx, `INSERT INTO open_rentals (rental) VALUES ($1) ON CONFLICT DO NOTHING`, rental); err != nil {
		return err
	}
	_, err := r.js.Publish(ctx, "rentals.opened", []byte(rental), jetstream.WithMsgID("opened-"+rental))
	return err
}
