// Package besteffort stores, and tells those who listen at this moment. Who does not hear of it reads the row.
package besteffort

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
)

// board has a page that updates itself.
type board struct {
	pool *pgxpool.Pool
	rdb  *redis.Client
	nats *nats.Conn
}

// write stores a line and wakes open pages up. Pages read all lines when they are opened.
func (b *board) write(ctx context.Context, line string) error {
	if _, err := b.pool.Exec(ctx, `insert into lines (text) values ($1)`, line); err != nil {
		return err
	}
	_ = b.rdb.Publish(ctx, "lines", "new").Err()
	return nil
}

// erase stores and throws the copies of others away, which expire in a minute anyway.
func (b *board) erase(ctx context.Context, id int64, by string) error {
	if _, err := b.pool.Exec(ctx, `insert into erasures (line, person) values ($1, $2)`, id, by); err != nil {
		return err
	}
	if err := b.nats.Publish("cache.invalidate", []byte("lines")); err != nil {
		slog.WarnContext(ctx, "copies stay for a minute", "error", err)
	}
	return nil
}

// ask stores a line together with its event, and pokes the relay, which would come by itself.
func (b *board) ask(ctx context.Context, line string) error {
	const both = `with l as (insert into lines (text) values ($1) returning id)
		insert into line_outbox (line) select id from l`
	if _, err := b.pool.Exec(ctx, both, line); err != nil {
		return err
	}
	_ = b.nats.Publish("outbox.poke", nil)
	return nil
}
