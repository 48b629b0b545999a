// Package split has the row in one type, the message in a second, and the two steps in a third.
package split

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

// table keeps bookings.
type table struct{ pool *pgxpool.Pool }

func (t table) save(ctx context.Context, guest string) (id string, err error) {
	err = t.pool.QueryRow(ctx, `insert into bookings (guest) values ($1) returning id::text`, guest).Scan(&id)
	return id, err
}

func (t table) cancel(ctx context.Context, id, reason string) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `update bookings set state = 'cancelled' where id = $1`, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into cancellations (booking, reason) values ($1, $2)`, id, reason)
		return err
	})
}

// bus tells others.
type bus struct {
	ch *amqp.Channel
	js jetstream.JetStream
}

func (b bus) booked(ctx context.Context, id string) error {
	return b.ch.PublishWithContext(ctx, "bookings", "booked", true, false, amqp.Publishing{MessageId: "booked-" + id, Body: []byte(id)}) // want "IDV503: .*PublishWithContext"
}

func (b bus) cancelled(ctx context.Context, id string) error {
	_, err := b.js.Publish(ctx, "bookings.cancelled", []byte(id), jetstream.WithMsgID("cancelled-"+id)) // want "IDV503: .*Publish"
	return err
}

// restaurant takes bookings.
type restaurant struct {
	table table
	bus   bus
}

func (r *restaurant) book(ctx context.Context, guest string) error {
	id, err := r.table.save(ctx, guest)
	if err != nil {
		return err
	}
	return r.bus.booked(ctx, id)
}

func (r *restaurant) cancel(ctx context.Context, id, reason string) error {
	if err := r.table.cancel(ctx, id, reason); err != nil {
		return err
	}
	return r.bus.cancelled(ctx, id)
}
