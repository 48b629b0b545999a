// Package inbox has consumers whose first step is not done twice. The second step is therefore not done at all after a crash.
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
		if err := m.grind(ctx, d); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// grind is called again when it fails to publish, and finds the message in the inbox.
func (m *mill) grind(ctx context.Context, d amqp.Delivery) error {
	isNew, err := m.store(ctx, d.MessageId, string(d.Body))
	if err != nil {
		return err
	}
	if !isNew {
		return nil // want "IDV405: .*mill_inbox"
	}
	_, err = m.js.Publish(ctx, "flour.ready", d.Body, jetstream.WithMsgID("flour-"+d.MessageId))
	return err
}

func (m *mill) store(ctx context.Context, id, farm string) (bool, error) {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO mill_inbox (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE farms SET sacks = sacks + 1 WHERE name = $1`, farm); err != nil {
		return false, err
	}
	return true, tx.Commit()
}
