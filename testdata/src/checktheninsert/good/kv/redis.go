// Package kv claims keys in one step, or looks and writes under a lock that all writers take.
package kv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

// kiln is fired by one potter: the first one whose SET NX went through.
type kiln struct {
	rdb    redis.UniversalClient
	potter string
}

var release = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

func (k *kiln) fire(ctx context.Context, name string, heat func(context.Context) error) error {
	who, err := k.rdb.Get(ctx, "kiln:"+name).Result()
	if err == nil {
		return fmt.Errorf("kiln %s is fired by %s", name, who)
	}
	if !errors.Is(err, redis.Nil) {
		return err
	}
	got, err := k.rdb.SetNX(ctx, "kiln:"+name, k.potter, 2*time.Hour).Result()
	if err != nil {
		return err
	}
	if !got {
		return fmt.Errorf("kiln %s is fired by somebody else", name)
	}
	defer release.Run(context.WithoutCancel(ctx), k.rdb, []string{"kiln:" + name}, k.potter)
	return heat(ctx)
}

// vouchers are written in a transaction that fails when the key has changed since the look.
type vouchers struct{ rdb *redis.Client }

func (v *vouchers) give(ctx context.Context, guest, day, code string) error {
	key := "voucher:" + day + ":" + guest
	return v.rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, key).Result()
		if err != nil || n > 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, code, 24*time.Hour)
			return nil
		})
		return err
	}, key)
}

// seats sells under a lock of redsync, which is around both steps.
type seats struct {
	rdb   *redis.Client
	locks *redsync.Redsync
}

func (s *seats) sell(ctx context.Context, show, seat, guest string) error {
	m := s.locks.NewMutex("lock:" + show + ":" + seat)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	err := s.rdb.HGet(ctx, "show:"+show, seat).Err()
	if err == nil {
		return fmt.Errorf("seat %s is sold", seat)
	}
	if !errors.Is(err, redis.Nil) {
		return err
	}
	return s.rdb.HSet(ctx, "show:"+show, seat, guest).Err()
}

// play is what the catalogue knows of a play.
type play struct {
	Title  string `json:"title"`
	Author string `json:"author"`
}

// catalogue is a cache in front of something slow. Two that miss both store what they have loaded, which is the same.
type catalogue struct {
	rdb  redis.Cmdable
	load func(ctx context.Context, id string) (play, error)
}

func (c *catalogue) play(ctx context.Context, id string) (play, error) {
	var p play
	raw, err := c.rdb.Get(ctx, "play:"+id).Bytes()
	if err == nil {
		return p, json.Unmarshal(raw, &p)
	}
	if !errors.Is(err, redis.Nil) {
		return p, err
	}
	if p, err = c.load(ctx, id); err != nil {
		return p, err
	}
	return p, c.keep(ctx, id, p)
}

func (c *catalogue) keep(ctx context.Context, id string, p play) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return c.rdb.Set(ctx, "play:"+id, raw, time.Hour).Err()
}
