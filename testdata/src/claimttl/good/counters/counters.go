// Package counters counts, and sets the deadline of the counter in the same step, or looks at the counter.
package counters

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// visits counts visitors of a day. Both commands run, or none.
func visits(ctx context.Context, rdb *redis.Client, day string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "visits:"+day)
		p.Expire(ctx, "visits:"+day, 48*time.Hour)
		return nil
	})
	return err
}

// usage adds up minutes on a line.
type usage struct{ rdb redis.UniversalClient }

var addMinutes = redis.NewScript(`
redis.call("HINCRBY", KEYS[1], ARGV[1], ARGV[2])
return redis.call("EXPIRE", KEYS[1], ARGV[3])`)

func (u usage) add(ctx context.Context, month, line string, minutes int64) error {
	keep := int((62 * 24 * time.Hour).Seconds())
	return addMinutes.Run(ctx, u.rdb, []string{"usage:" + month}, line, minutes, keep).Err()
}

var errSlowDown = errors.New("too many calls")

// limit is a rate limiter: it looks at the counter, and a window begins with the first call.
func limit(ctx context.Context, rdb *redis.Client, caller string) error {
	n, err := rdb.Incr(ctx, "calls:"+caller).Result()
	if err != nil {
		return err
	}
	if n == 1 {
		if err := rdb.Expire(ctx, "calls:"+caller, time.Minute).Err(); err != nil {
			return err
		}
	}
	if n > 100 {
		return errSlowDown
	}
	return nil
}

// window sets the deadline anew whenever it is found to be missing.
func window(ctx context.Context, rdb *redis.Client, caller string) (bool, error) {
	n, err := rdb.Incr(ctx, "burst:"+caller).Result()
	if err != nil {
		return false, err
	}
	if left, err := rdb.TTL(ctx, "burst:"+caller).Result(); err != nil {
		return false, err
	} else if left < 0 {
		if err := rdb.Expire(ctx, "burst:"+caller, time.Second).Err(); err != nil {
			return false, err
		}
	}
	return n <= 10, nil
}

// total never ends, and is meant not to.
func total(ctx context.Context, rdb *redis.Client) (int64, error) {
	return rdb.Incr(ctx, "visits:total").Result()
}
