// Package fastpath has marks outside the database that only save work: without them, the effect is the same.
package fastpath

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// recent remembers for an hour.
type recent struct{ rdb *redis.Client }

func (r *recent) has(ctx context.Context, id string) bool {
	return r.rdb.Exists(ctx, "recent:"+id).Val() > 0
}

func (r *recent) add(ctx context.Context, id string) {
	_ = r.rdb.Set(ctx, "recent:"+id, 1, time.Hour).Err()
}

// eggs has the message's id in the row.
type eggs struct {
	recent *recent
	db     *sql.DB
}

func (e *eggs) lay(ctx context.Context, d amqp.Delivery) error {
	if e.recent.has(ctx, d.MessageId) {
		return nil
	}
	_, err := e.db.ExecContext(ctx, `insert into eggs (message, hen) values ($1, $2) on conflict (message) do nothing`, d.MessageId, string(d.Body))
	if err != nil {
		return err
	}
	e.recent.add(ctx, d.MessageId)
	return nil
}

// prices sets what is set already.
func prices(ctx context.Context, r *recent, pool *pgxpool.Pool, d amqp.Delivery) error {
	if r.has(ctx, d.MessageId) {
		return nil
	}
	_, err := pool.Exec(ctx, `insert into prices (egg, cents) values ($1, $2)
		on conflict (egg) do update set cents = excluded.cents`, d.Type, d.Body)
	if err != nil {
		return err
	}
	r.add(ctx, d.MessageId)
	return nil
}

// closed writes what does not depend on what was there.
func closed(ctx context.Context, r *recent, db *sql.DB, d amqp.Delivery) error {
	if r.has(ctx, d.MessageId) {
		return nil
	}
	if _, err := db.ExecContext(ctx, `update coops set state = 'closed' where id = $1`, string(d.Body)); err != nil {
		return err
	}
	r.add(ctx, d.MessageId)
	return nil
}

// forward sends under the message's own id, by which the stream drops repeats.
func forward(ctx context.Context, r *recent, js jetstream.JetStream, d amqp.Delivery) error {
	if r.has(ctx, d.MessageId) {
		return nil
	}
	if _, err := js.Publish(ctx, "eggs.laid", d.Body, jetstream.WithMsgID(d.MessageId)); err != nil {
		return err
	}
	r.add(ctx, d.MessageId)
	return nil
}

// weigh has a fast path in front of a claim that counts.
func weigh(ctx context.Context, r *recent, db *sql.DB, d amqp.Delivery) error {
	if r.has(ctx, d.MessageId) {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `insert into weighed (message) values ($1) on conflict (message) do nothing`, d.MessageId)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `update coops set grams = grams + 60 where id = $1`, string(d.Body)); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	r.add(ctx, d.MessageId)
	return nil
}
