// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The lock may expire and pass on between the comparison and the deletion. That the two are not one step is a race of its own,
// and far less harmful than a release that does not compare at all.
func compareThenDelete(ctx context.Context, rdb *redis.Client, key, me string, job func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, key, me, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer func() {
		ctx := context.WithoutCancel(ctx)
		if v, err := rdb.Get(ctx, key).Result(); err == nil && v == me {
			_ = rdb.Del(ctx, key).Err() // miss: IDV302 comparing first, in a step of its own, is taken for a comparison
		}
	}()
	return job(ctx)
}

// locker is implemented in another package; whether its locks end is not said.
type locker interface {
	Acquire(ctx context.Context, name string) (bool, error)
	Release(ctx context.Context, name string) error
}

func behindInterface(ctx context.Context, l locker, name string, job func(context.Context) error) error {
	ok, err := l.Acquire(ctx, name) // miss: IDV302 an interface that another package implements
	if err != nil || !ok {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx), name)
	return job(ctx)
}

// The expiry is a number from the configuration, and nobody sees that it is zero there.
func configured(ctx context.Context, rdb *redis.Client, key, me string, conf map[string]time.Duration) (bool, error) {
	return rdb.SetNX(ctx, key, me, conf["hold"]).Result() // miss: IDV302 the value is not in the code
}

func freed(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Del(ctx, key).Err()
}
