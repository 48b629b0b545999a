// Package inbox has consumers whose steps are all done again, or all stored together.
package inbox

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

// mill grinds what is delivered.
type mill struct {
	db *sql.DB
	js jetstream.JetStream
}

func (m *mill) run(ctx context.Context, grain <-chan amqp.Delivery) error {
	for d := range grain {
		if err := m.store(ctx, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// store writes inbox, effect and event, or nothing. A relay publishes the events under their ids.
func (m *mill) store(ctx context.Context, id, farm string) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO mill_inbox (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE farms SET sacks = sacks + 1 WHERE name = $1`, farm); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO mill_outbox (id, subject, body) VALUES ($1, 'flour.ready', $2)`, "flour-"+id, farm); err != nil {
		return err
	}
	return tx.Commit()
}

// colours sets what each message says and publishes under its id. If the second step fails, both are done again, to the same end.
func (m *mill) colours(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := m.colour(ctx, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (m *mill) colour(ctx context.Context, id, colour string) error {
	_, err := m.db.ExecContext(ctx, `INSERT INTO sack_colours (id, colour) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET colour = excluded.colour`, id, colour)
	if err != nil {
		return err
	}
	_, err = m.js.Publish(ctx, "colour.set", []byte(colour), jetstream.WithMsgID("colour-"+id))
	return err
}
