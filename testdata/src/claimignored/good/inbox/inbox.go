// Package inbox has a table of messages that were seen. Its method says whether the message is new.
package inbox

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
)

const seen = `INSERT INTO seen_trips (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`

type trip struct {
	ID    string `json:"id"`
	Bike  string `json:"bike"`
	Metre int64  `json:"metre"`
}

type inbox struct{}

// mark counts the trips that it marked.
func (inbox) mark(ctx context.Context, tx *sql.Tx, id string) (int64, error) {
	res, err := tx.ExecContext(ctx, seen, id)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
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
		marked, err := c.inbox.mark(ctx, tx, t.ID)
		if err != nil {
			return err
		}
		if marked == 0 {
			return nil
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
