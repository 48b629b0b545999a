// Package counters counts, and sets the deadline of the counter by a second command. When that one fails or never comes, the
// counter stays.
package counters

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// visits counts visitors of a day.
func visits(ctx context.Context, rdb *redis.Client, day string) error {
	if err := rdb.Incr(ctx, "visits:"+day).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, "visits:"+day, 48*time.Hour).Err() // want "IDV302: .*Expire"
}

// usage adds up minutes on a line.
type usage struct{ rdb redis.Cmdable }

func (u usage) add(ctx context.Context, month, line string, minutes int64) error {
	if err := u.rdb.HIncrBy(ctx, key(month), line, minutes).Err(); err != nil {
		return err
	}
	return u.keep(ctx, month)
}

func (u usage) keep(ctx context.Context, month string) error {
	return u.rdb.Expire(ctx, key(month), 62*24*time.Hour).Err() // want "IDV302: .*Expire"
}

func key(month string) string { return "usage:" + month }

// call books a call.
func call(ctx context.Context, u usage, line string, began time.Time, minutes int64) error {
	return u.add(ctx, began.Format("2006-01"), line, minutes)
}
