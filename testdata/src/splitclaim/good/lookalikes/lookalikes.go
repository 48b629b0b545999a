// Package lookalikes writes to two stores, and neither is the mark of the other.
package lookalikes

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// shop has prices in a database, and a copy in Redis.
type shop struct {
	db  *sql.DB
	rdb *redis.Client
}

// price is a cache: the copy can be lost and made again.
func (s *shop) price(ctx context.Context, egg string) (string, error) {
	p, err := s.rdb.Get(ctx, "price:"+egg).Result()
	if !errors.Is(err, redis.Nil) {
		return p, err
	}
	if err := s.db.QueryRowContext(ctx, `select price from prices where egg = $1`, egg).Scan(&p); err != nil {
		return "", err
	}
	return p, s.rdb.Set(ctx, "price:"+egg, p, time.Minute).Err()
}

// change writes and throws the copy away.
func (s *shop) change(ctx context.Context, egg, price string) error {
	if _, err := s.db.ExecContext(ctx, `update prices set price = $2 where egg = $1`, egg, price); err != nil {
		return err
	}
	return s.rdb.Del(ctx, "price:"+egg).Err()
}

var errSlow = errors.New("one remark in two seconds")

// remark is throttled by who writes, not by what is written.
func (s *shop) remark(ctx context.Context, visitor, text string) error {
	ok, err := s.rdb.SetNX(ctx, "remark:"+visitor, 1, 2*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errSlow
	}
	_, err = s.db.ExecContext(ctx, `insert into remarks (visitor, text) values ($1, $2)`, visitor, text)
	return err
}

// sell stores the sale, and counts it for a chart on the wall.
func (s *shop) sell(ctx context.Context, number, egg string) error {
	res, err := s.db.ExecContext(ctx, `insert into sales (number, egg) values ($1, $2) on conflict (number) do nothing`, number, egg)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_ = s.rdb.HIncrBy(ctx, "chart", egg, 1).Err()
	return nil
}
