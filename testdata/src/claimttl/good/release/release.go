// Package release frees locks only where they are still held by whoever frees them.
package release

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var freeIfMine = redis.NewScript(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`)

// stocktake counts a warehouse.
func stocktake(ctx context.Context, rdb *redis.Client, warehouse, node string, count func(context.Context) error) error {
	key := "count:" + warehouse
	ok, err := rdb.SetNX(ctx, key, node, 5*time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer freeIfMine.Run(context.WithoutCancel(ctx), rdb, []string{key}, node)
	return count(ctx)
}

// watched compares and deletes in an optimistic transaction: when the key changes in between, nothing is deleted.
func watched(ctx context.Context, rdb *redis.Client, key, me string) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		held, err := tx.Get(ctx, key).Result()
		if errors.Is(err, redis.Nil) || err == nil && held != me {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key)
			return nil
		})
		return err
	}, key)
	if errors.Is(err, redis.TxFailedErr) {
		return nil
	}
	return err
}

// dock is a place for one truck. The release is returned to the caller.
func dock(ctx context.Context, rdb *redis.Client, name, truck string, hold time.Duration) (release func() error, ok bool, err error) {
	ok, err = rdb.SetNX(ctx, "dock:"+name, truck, hold).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return func() error {
		return freeIfMine.Run(context.WithoutCancel(ctx), rdb, []string{"dock:" + name}, truck).Err()
	}, true, nil
}

// night is a lease of which nobody lets go.
func night(ctx context.Context, rdb *redis.Client, node string) (bool, error) {
	return rdb.SetNX(ctx, "night-shift", node, 8*time.Hour).Result()
}
