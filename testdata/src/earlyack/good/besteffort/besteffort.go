// Package besteffort acknowledges before things that may be lost, or after things that were done before.
package besteffort

import (
	"context"
	"database/sql"
	"log"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// lighthouse stores ships that pass.
type lighthouse struct {
	db  *sql.DB
	rdb *redis.Client
}

// pass drops a cached list after it has acknowledged. The list expires by itself.
func (l *lighthouse) pass(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if _, err := l.db.ExecContext(ctx, `INSERT INTO passed_ships (id, ship) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
		if err := l.rdb.Del(ctx, "ships").Err(); err != nil {
			log.Printf("cache: %v", err)
		}
	}
	return ctx.Err()
}

// once acknowledges a message that the inbox has: nothing is left to do for it.
func (l *lighthouse) once(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		first, err := l.blink(ctx, d.MessageId, string(d.Body))
		if err != nil {
			return err
		}
		if !first {
			log.Printf("message %s comes again", d.MessageId)
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *lighthouse) blink(ctx context.Context, id, lamp string) (bool, error) {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO lamp_inbox (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE lamps SET blinks = blinks + 1 WHERE id = $1`, lamp); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// fog keeps the newest view in a cache only. A lost one is replaced by the next.
func (l *lighthouse) fog(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		_ = d.Ack(false)
		if err := l.rdb.Set(ctx, "fog:view", d.Body, time.Minute).Err(); err != nil {
			log.Printf("view: %v", err)
		}
	}
}
