// Package popped has queues of its own: what is taken out of them is gone before it is stored elsewhere.
package popped

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// mill grinds what is in its list.
type mill struct {
	rdb *redis.Client
	db  *pgxpool.Pool
}

func (m *mill) ground(ctx context.Context, sack string) error {
	_, err := m.db.Exec(ctx, `INSERT INTO ground_sacks (sack) VALUES ($1) ON CONFLICT (sack) DO NOTHING`, sack)
	return err
}

func (m *mill) next(ctx context.Context) (string, error) {
	res, err := m.rdb.BLPop(ctx, time.Minute, "sacks").Result() // want "IDV404: .*(BLPop|ground_sacks)"
	if err != nil {
		return "", err
	}
	return res[1], nil
}

func (m *mill) grind(ctx context.Context) error {
	for {
		sack, err := m.next(ctx)
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return err
		}
		if err := m.ground(ctx, sack); err != nil {
			return err
		}
	}
}

// bakery has its queue in one database and its oven in another.
type bakery struct{ queue, oven *pgxpool.Pool }

func (b *bakery) take(ctx context.Context) (id int64, dough string, err error) {
	err = b.queue.QueryRow(ctx, `DELETE FROM doughs WHERE id = (SELECT id FROM doughs ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, dough`).Scan(&id, &dough) // want "IDV404: .*(doughs|loaves)"
	return id, dough, err
}

func (b *bakery) bake(ctx context.Context) error {
	for {
		id, dough, err := b.take(ctx)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := b.oven.Exec(ctx, `INSERT INTO loaves (dough_id, dough) VALUES ($1, $2) ON CONFLICT (dough_id) DO NOTHING`, id, dough); err != nil {
			return err
		}
	}
}
