// Package outbox stores the next step with the inbox. A duplicate has nothing to finish: the relay does.
package outbox

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

// cinema sells tickets.
type cinema struct {
	db *pgxpool.Pool
	ch *amqp.Channel
}

func (c *cinema) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := c.sell(ctx, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (c *cinema) sell(ctx context.Context, message, seat string) error {
	return pgx.BeginFunc(ctx, c.db, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO cinema_inbox (message) VALUES ($1) ON CONFLICT (message) DO NOTHING`, message)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return nil
		}
		if _, err := tx.Exec(ctx, `UPDATE cinema_seats SET sold = true WHERE id = $1`, seat); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO cinema_outbox (id, seat) VALUES ($1, $2)`, message, seat)
		return err
	})
}

// relay sends what is in the outbox, under the id of its row.
func (c *cinema) relay(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT id, seat FROM cinema_outbox WHERE sent_at IS NULL ORDER BY id LIMIT 50`)
	if err != nil {
		return err
	}
	type row struct{ ID, Seat string }
	open, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return err
	}
	for _, r := range open {
		if err := c.ch.PublishWithContext(ctx, "cinema", "sold", true, false, amqp.Publishing{MessageId: r.ID, Body: []byte(r.Seat)}); err != nil {
			return err
		}
		if _, err := c.db.Exec(ctx, `UPDATE cinema_outbox SET sent_at = now() WHERE id = $1`, r.ID); err != nil {
			return err
		}
	}
	return nil
}
