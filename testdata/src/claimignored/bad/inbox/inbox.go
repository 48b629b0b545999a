// Package inbox has a table of messages that were seen. The method that writes it says only whether the database answered.
package inbox

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
)

const seen = `INSERT INTO seen_trips (id) VALUES ($1) ON CONFLICT DO NOTHING`

type trip struct {
	ID    string `json:"id"`
	Bike  string `json:"bike"`
	Metre int64  `json:"metre"`
}

type inbox struct{}

// mark tells nobody whether the trip was new.
func (inbox) mark(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, seen, id) // want "IDV308: .*seen_trips"
	return err
}

type bikes struct{}

func (bikes) wear(ctx context.Context, tx *sql.Tx, t trip) error {
	_, err := tx.ExecContext(ctx, `UPDATE bikes SET metres = metres + $2 WHERE id = $1`, t.Bike, t.Metre)
	return err
}

// consumer adds the length of each trip to its bike.
type consumer struct {
	db    *sql.DB
	inbox inbox
	bikes bikes
}

func (c *consumer) start(trips jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return trips.Consume(func(msg jetstream.Msg) {
		if err := c.handle(context.Background(), msg.Data()); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func (c *consumer) handle(ctx context.Context, data []byte) error {
	var t trip
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	return c.inTx(ctx, func(tx *sql.Tx) error {
		if err := c.inbox.mark(ctx, tx, t.ID); err != nil {
			return err
		}
		return c.bikes.wear(ctx, tx, t)
	})
}

func (c *consumer) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}
