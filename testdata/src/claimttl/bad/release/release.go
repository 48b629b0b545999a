// Package release frees locks that may belong to somebody else by then: they have a deadline, and the work took longer.
package release

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// stocktake counts a warehouse.
func stocktake(ctx context.Context, rdb *redis.Client, warehouse, node string, count func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, "count:"+warehouse, node, 5*time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(context.WithoutCancel(ctx), "count:"+warehouse) // want "IDV302: .*Del"
	return count(ctx)
}

var errTaken = errors.New("taken")

// dock is a place for one truck.
type dock struct {
	rdb  redis.UniversalClient
	name string
	hold time.Duration
}

func (d *dock) claim(ctx context.Context, truck string) error {
	err := d.rdb.SetArgs(ctx, d.name, truck, redis.SetArgs{Mode: "NX", TTL: d.hold}).Err()
	if errors.Is(err, redis.Nil) {
		return errTaken
	}
	return err
}

func (d *dock) close(ctx context.Context) error {
	return d.rdb.Unlink(ctx, d.name).Err() // want "IDV302: .*Unlink"
}

// unload holds the dock while the truck is emptied.
func unload(ctx context.Context, d *dock, truck string, pallets []func(context.Context) error) (err error) {
	if err := d.claim(ctx, truck); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close(context.WithoutCancel(ctx))) }()
	for _, p := range pallets {
		if err := p(ctx); err != nil {
			return err
		}
	}
	return nil
}

// exclusive returns the release to its caller.
func exclusive(ctx context.Context, rdb *redis.Client, room, guest string) (release func(), ok bool, err error) {
	ok, err = rdb.SetNX(ctx, "room:"+room, guest, time.Minute).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return func() {
		_ = rdb.Del(context.WithoutCancel(ctx), "room:"+room).Err() // want "IDV302: .*Del"
	}, true, nil
}
