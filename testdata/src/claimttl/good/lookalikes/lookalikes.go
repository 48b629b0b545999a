// Package lookalikes sets keys and rows that somebody deletes, and that are no locks.
package lookalikes

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"
)

// menus keeps what the kitchen offers in a cache; who fills it first does not matter.
type menus struct {
	rdb *redis.Client
	db  *sql.DB
}

func (m *menus) today(ctx context.Context, kitchen string) (string, error) {
	menu, err := m.rdb.Get(ctx, "menu:"+kitchen).Result()
	if err == nil {
		return menu, nil
	}
	if !errors.Is(err, redis.Nil) {
		return "", err
	}
	if err := m.db.QueryRowContext(ctx, `select menu from kitchens where name = $1`, kitchen).Scan(&menu); err != nil {
		return "", err
	}
	return menu, m.rdb.SetNX(ctx, "menu:"+kitchen, menu, 0).Err()
}

// change throws the cached menu away.
func (m *menus) change(ctx context.Context, kitchen, menu string) error {
	if _, err := m.db.ExecContext(ctx, `update kitchens set menu = $2 where name = $1`, kitchen, menu); err != nil {
		return err
	}
	return m.rdb.Del(ctx, "menu:"+kitchen).Err()
}

// follow is true for ever, or until somebody changes his mind.
func follow(ctx context.Context, db *sql.DB, reader, author int64) error {
	_, err := db.ExecContext(ctx, `insert into follows (reader, author) values ($1, $2) on conflict (reader, author) do nothing`, reader, author)
	return err
}

func unfollow(ctx context.Context, db *sql.DB, reader, author int64) error {
	_, err := db.ExecContext(ctx, `delete from follows where reader = $1 and author = $2`, reader, author)
	return err
}

// flag turns a feature on, with no question of who was first.
func flag(ctx context.Context, rdb *redis.Client, feature string, on bool) error {
	if on {
		return rdb.Set(ctx, "feature:"+feature, "on", 0).Err()
	}
	return rdb.Del(ctx, "feature:"+feature).Err()
}

// hatches are shut by a cook and opened by another, hours later: that they are shut is a state, and nobody holds it.
type hatches struct{ rdb *redis.Client }

func (h *hatches) Mute(ctx context.Context, hatch string) error {
	ok, err := h.rdb.SetNX(ctx, "muted:"+hatch, "by hand", 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("muted already")
	}
	return nil
}

func (h *hatches) Unmute(ctx context.Context, hatch string) error {
	n, err := h.rdb.Del(ctx, "muted:"+hatch).Result()
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("not muted")
	}
	return nil
}
