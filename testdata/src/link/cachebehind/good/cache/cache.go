// Package cache keeps prices and counters in Redis.
package cache

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis implements prices.Cache.
type Redis struct{ Client *redis.Client }

// Get reads a price.
func (r *Redis) Get(ctx context.Context, lift string) (int64, bool, error) {
	cents, err := r.Client.Get(ctx, "price:"+lift).Int64()
	if errors.Is(err, redis.Nil) {
		return 0, false, nil
	}
	return cents, err == nil, err
}

// Put writes a price for an hour.
func (r *Redis) Put(ctx context.Context, lift string, cents int64) error {
	return r.Client.Set(ctx, "price:"+lift, cents, time.Hour).Err()
}

// Window implements prices.Limiter.
type Window struct{ Client *redis.Client }

// Allow counts the questions of this minute.
func (w *Window) Allow(ctx context.Context, who string) (bool, error) {
	key := "asked:" + who + ":" + time.Now().Format("15:04")
	pipe := w.Client.TxPipeline()
	n := pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, 2*time.Minute)
	_, err := pipe.Exec(ctx)
	return n.Val() <= 60, err
}
