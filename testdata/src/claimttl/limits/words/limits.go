// Package words has commands by their names.
package words

import (
	"context"
	"errors"

	redigo "github.com/gomodule/redigo/redis"
	"github.com/redis/go-redis/v9"
)

// ovens bake one tray at a time.
type ovens struct{ pool *redigo.Pool }

func (o *ovens) do(ctx context.Context, cmd string, args ...any) (int, error) {
	c, err := o.pool.GetContext(ctx)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return redigo.Int(redigo.DoContext(c, ctx, cmd, args...))
}

func (o *ovens) shut(ctx context.Context, oven, tray string) (bool, error) {
	n, err := o.do(ctx, "SETNX", "oven:"+oven, tray) // miss: IDV302 the command is an argument of a helper
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

// tug speaks to the server in plain words.
type tug struct {
	rdb *redis.Client
	key string
}

func (t tug) hitch(ctx context.Context, plane string) (bool, error) {
	err := t.rdb.Do(ctx, "SET", t.key, plane, "NX").Err() // miss: IDV302 what the command does is told by one of its later words
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, err
}

func (t tug) unhitch(ctx context.Context) error {
	return t.rdb.Do(ctx, "DEL", t.key).Err()
}
