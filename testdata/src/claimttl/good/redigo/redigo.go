// Package redigo locks through connections of a pool, for a limited time.
package redigo

import (
	"context"
	"errors"

	"github.com/gomodule/redigo/redis"
)

// ovens bake one tray at a time.
type ovens struct{ pool *redis.Pool }

var open = redis.NewScript(1, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func (o *ovens) shut(ctx context.Context, oven, tray string) (bool, error) {
	c, err := o.pool.GetContext(ctx)
	if err != nil {
		return false, err
	}
	defer c.Close()
	_, err = redis.String(redis.DoContext(c, ctx, "SET", "oven:"+oven, tray, "NX", "PX", 3_600_000))
	if errors.Is(err, redis.ErrNil) {
		return false, nil
	}
	return err == nil, err
}

func (o *ovens) open(ctx context.Context, oven, tray string) error {
	c, err := o.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = open.DoContext(ctx, c, "oven:"+oven, tray)
	return err
}

// bake holds the oven while a tray is in.
func (o *ovens) bake(ctx context.Context, oven, tray string, wait func(context.Context) error) error {
	ok, err := o.shut(ctx, oven, tray)
	if err != nil || !ok {
		return err
	}
	defer o.open(context.WithoutCancel(ctx), oven, tray)
	return wait(ctx)
}
