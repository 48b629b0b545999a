// Package kv looks a key up and writes it when it is absent: Redis, memcached, etcd, Consul, NATS.
package kv

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// kiln makes sure that a kiln is fired by one potter. The lock has an owner and an end, but two potters can both find it free.
type kiln struct {
	rdb    redis.UniversalClient
	potter string
}

func (k *kiln) holder(ctx context.Context, name string) (string, error) {
	who, err := k.rdb.Get(ctx, "kiln:"+name).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return who, err
}

func (k *kiln) take(ctx context.Context, name string) error {
	return k.rdb.Set(ctx, "kiln:"+name, k.potter, 2*time.Hour).Err() // want "IDV301: Set"
}

func (k *kiln) fire(ctx context.Context, name string, heat func(context.Context) error) error {
	who, err := k.holder(ctx, name)
	if err != nil {
		return err
	}
	if who != "" && who != k.potter {
		return fmt.Errorf("kiln %s is fired by %s", name, who)
	}
	if err := k.take(ctx, name); err != nil {
		return err
	}
	return heat(ctx)
}

// vouchers are given out once for each guest and day.
type vouchers struct{ rdb *redis.Client }

func (v *vouchers) give(ctx context.Context, guest, day, code string) (bool, error) {
	key := "voucher:" + day + ":" + guest
	n, err := v.rdb.Exists(ctx, key).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		return false, nil
	}
	return true, v.rdb.Set(ctx, key, code, 24*time.Hour).Err() // want "IDV301: Set"
}

// seats keeps who sits where in one hash.
type seats struct{ rdb *redis.Client }

func (s *seats) free(ctx context.Context, show, seat string) bool {
	return s.rdb.HGet(ctx, "show:"+show, seat).Err() == redis.Nil
}

func (s *seats) sell(ctx context.Context, show, seat, guest string) error {
	if !s.free(ctx, show, seat) {
		return fmt.Errorf("seat %s is sold", seat)
	}
	return s.rdb.HSet(ctx, "show:"+show, seat, guest).Err() // want "IDV301: HSet"
}
