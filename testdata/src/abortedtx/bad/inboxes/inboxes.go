// Package inboxes has consumers whose transaction begins with an inbox. A message that comes again can never be finished: the
// commit fails, the message is not acknowledged, and comes again.
package inboxes

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

func seen(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}

// tides follows the readings of tide gauges.
type tides struct{ db *sql.DB }

func (t *tides) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := t.apply(ctx, d); err != nil {
			if err := d.Nack(false, true); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (t *tides) apply(ctx context.Context, d amqp.Delivery) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO tide_inbox (message_id) VALUES ($1)`, d.MessageId); err != nil {
		if seen(err) {
			return tx.Commit() // want "IDV303: tide_inbox"
		}
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO tide_readings (message_id, body) VALUES ($1, $2)`, d.MessageId, d.Body); err != nil {
		return err
	}
	return tx.Commit()
}

type landing struct {
	Number string `json:"number"`
	Port   string `json:"port"`
	Kilos  int    `json:"kilos"`
}

// catches adds up what the fishing boats have landed.
type catches struct {
	in   *kafka.Reader
	pool *pgxpool.Pool
}

func (c *catches) follow(ctx context.Context) error {
	for {
		msg, err := c.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var l landing
		if err := json.Unmarshal(msg.Value, &l); err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error { return c.land(ctx, tx, l) })
		if err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}

func (c *catches) land(ctx context.Context, tx pgx.Tx, l landing) error {
	fresh, err := c.first(ctx, tx, l.Number)
	if err != nil || !fresh {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE ports SET kilos = kilos + $2 WHERE name = $1`, l.Port, l.Kilos)
	return err
}

func (c *catches) first(ctx context.Context, tx pgx.Tx, number string) (bool, error) {
	_, err := tx.Exec(ctx, `INSERT INTO landings_seen (number) VALUES ($1)`, number)
	switch {
	case err == nil:
		return true, nil
	case seen(err):
		return false, nil // want "IDV303: landings_seen"
	default:
		return false, err
	}
}
