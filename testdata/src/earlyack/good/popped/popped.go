// Package popped has queues of its own. What is taken stays somewhere until it is stored.
package popped

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// mill grinds what is in its list. A sack in work lies in a second list.
type mill struct {
	rdb *redis.Client
	db  *pgxpool.Pool
}

func (m *mill) ground(ctx context.Context, sack string) error {
	_, err := m.db.Exec(ctx, `INSERT INTO ground_sacks (sack) VALUES ($1) ON CONFLICT (sack) DO NOTHING`, sack)
	return err
}

// back puts the sacks of a run that ended in the middle to the front again.
func (m *mill) back(ctx context.Context) error {
	for {
		err := m.rdb.LMove(ctx, "sacks:work", "sacks", "RIGHT", "LEFT").Err()
		if errors.Is(err, redis.Nil) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (m *mill) grind(ctx context.Context) error {
	if err := m.back(ctx); err != nil {
		return err
	}
	for {
		sack, err := m.rdb.BLMove(ctx, "sacks", "sacks:work", "LEFT", "RIGHT", time.Minute).Result()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return err
		}
		if err := m.ground(ctx, sack); err != nil {
			return err
		}
		if err := m.rdb.LRem(ctx, "sacks:work", 1, sack).Err(); err != nil {
			return err
		}
	}
}

// bakery takes the dough and bakes the loaf in one transaction.
type bakery struct{ db *pgxpool.Pool }

func (b *bakery) take(ctx context.Context, tx pgx.Tx) (id int64, dough string, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM doughs WHERE id = (SELECT id FROM doughs ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, dough`).Scan(&id, &dough)
	return id, dough, err
}

func (b *bakery) bake(ctx context.Context) error {
	for {
		err := pgx.BeginFunc(ctx, b.db, func(tx pgx.Tx) error {
			id, dough, err := b.take(ctx, tx)
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO loaves (dough_id, dough) VALUES ($1, $2) ON CONFLICT (dough_id) DO NOTHING`, id, dough)
			return err
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
