// Package applied keeps what a greenhouse was last set to. That there was nothing yet is one case of several, and all of them
// end in the same write.
package applied

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/redis/go-redis/v9"
)

type climate struct{ rdb *redis.Client }

// warmth answers -1 for a house that was never heated, without an error; what is no number is one.
func (c *climate) warmth(ctx context.Context, house string) (int, error) {
	text, err := c.rdb.Get(ctx, "greenhouse:warmth:"+house).Result()
	if err == redis.Nil {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("warmth of %s: %w", house, err)
	}
	return n, nil
}

func (c *climate) setWarmth(ctx context.Context, house string, degrees int) error {
	return c.rdb.Set(ctx, "greenhouse:warmth:"+house, strconv.Itoa(degrees), 0).Err()
}

func (c *climate) heat(ctx context.Context, house string, degrees int) error {
	now, err := c.warmth(ctx, house)
	if err != nil {
		return err
	}
	if now == degrees {
		return nil
	}
	return c.setWarmth(ctx, house, degrees)
}

type plan struct {
	Format int
	Lamps  []string
}

// plans has one plan for each house; a house without one has the empty plan.
type plans struct{ db *sql.DB }

func (p *plans) of(ctx context.Context, tx *sql.Tx, house string) (*plan, error) {
	var out plan
	err := tx.QueryRowContext(ctx, `SELECT format FROM plans WHERE house = $1 FOR UPDATE`, house).Scan(&out.Format)
	if errors.Is(err, sql.ErrNoRows) {
		return &plan{}, nil
	}
	if err != nil {
		return nil, err
	}
	if out.Format != 1 {
		return nil, fmt.Errorf("format %d", out.Format)
	}
	return &out, nil
}

func (p *plans) addLamp(ctx context.Context, tx *sql.Tx, house, lamp string) error {
	old, err := p.of(ctx, tx, house)
	if err != nil {
		return err
	}
	for _, l := range old.Lamps {
		if l == lamp {
			return fmt.Errorf("lamp %s is there", lamp)
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO plans (house, format, lamps) VALUES ($1, 1, $2)
		ON CONFLICT (house) DO UPDATE SET lamps = EXCLUDED.lamps`, house, len(old.Lamps)+1)
	return err
}
