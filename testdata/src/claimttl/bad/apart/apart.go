// Package apart takes and gives back in two methods that only other packages call.
package apart

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

var errTaken = errors.New("taken")

// benches in a workshop are reserved by a joiner for as long as a piece of work takes.
type benches struct{ rdb *redis.Client }

func (b *benches) Reserve(ctx context.Context, bench, joiner string) error {
	ok, err := b.rdb.SetNX(ctx, "bench:"+bench, joiner, 0).Result() // want "IDV302: SetNX"
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	return nil
}

func (b *benches) Unreserve(ctx context.Context, bench string) error {
	return b.rdb.Del(ctx, "bench:"+bench).Err()
}
