// Package redigo locks through connections of a pool.
package redigo

import (
	"context"

	"github.com/gomodule/redigo/redis"
)

// ovens bake one tray at a time.
type ovens struct{ pool *redis.Pool }

func (o *ovens) do(ctx context.Context, cmd string, args ...any) (int, error) {
	c, err := o.pool.GetContext(ctx)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return redis.Int(redis.DoContext(c, ctx, cmd, args...))
}

func (o *ovens) shut(ctx context.Context, oven, tray string) (bool, error) {
	n, err := o.do(ctx, "SETNX", "oven:"+oven, tray) // want "IDV302: .*(do|SETNX|DoContext)"
	return n == 1, err
}

func (o *ovens) open(ctx context.Context, oven string) error {
	_, err := o.do(ctx, "DEL", "oven:"+oven)
	return err
}

// bake holds the oven while a tray is in.
func (o *ovens) bake(ctx context.Context, oven, tray string, wait func(context.Context) error) error {
	ok, err := o.shut(ctx, oven, tray)
	if err != nil || !ok {
		return err
	}
	defer o.open(context.WithoutCancel(ctx), oven)
	return wait(ctx)
}

// cool uses a connection that its caller holds.
func cool(c redis.Conn, oven string, wait func() error) error {
	n, err := redis.Int(c.Do("SETNX", "cooling:"+oven, "1")) // want "IDV302: .*(Do|SETNX)"
	if err != nil || n == 0 {
		return err
	}
	defer c.Do("DEL", "cooling:"+oven)
	return wait()
}
