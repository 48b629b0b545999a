// Package settings has locks that are set in other ways than by SETNX, and deadlines that come too late.
package settings

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

// gate lets one crew at a time into a hangar.
type gate struct{ rdb redis.UniversalClient }

var errBusy = errors.New("busy")

func (g *gate) enter(ctx context.Context, hangar, crew string) error {
	err := g.rdb.SetArgs(ctx, hangarKey(hangar), crew, redis.SetArgs{Mode: "NX"}).Err() // want "IDV302: .*SetArgs"
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	return err
}

func (g *gate) leave(ctx context.Context, hangar string) error {
	return g.rdb.Unlink(ctx, hangarKey(hangar)).Err()
}

func hangarKey(hangar string) string { return "hangar:" + hangar }

// inspect looks after a plane while nobody else is in the hangar.
func inspect(ctx context.Context, g *gate, hangar, crew string, look func(context.Context) error) error {
	if err := g.enter(ctx, hangar, crew); err != nil {
		return err
	}
	defer g.leave(context.WithoutCancel(ctx), hangar)
	return look(ctx)
}

// runway gives a runway to a flight for ten minutes, but a crash between the two commands gives it for ever.
func runway(ctx context.Context, rdb *redis.Client, name, flight string) (bool, error) {
	got, err := rdb.SetNX(ctx, "runway:"+name, flight, 0).Result() // want "IDV302: .*SetNX"
	if err != nil || !got {
		return false, err
	}
	if err := rdb.Expire(ctx, "runway:"+name, 10*time.Minute).Err(); err != nil {
		log.Printf("runway %s: %v", name, err)
	}
	return true, nil
}

// lease sets the deadline in a method of its own.
type lease struct{ rdb *redis.Client }

func (l *lease) grab(ctx context.Context, stand string) (bool, error) {
	got, err := l.rdb.HSetNX(ctx, "stand:"+stand, "by", "us").Result() // want "IDV302: .*HSetNX"
	if err != nil || !got {
		return false, err
	}
	l.deadline(context.WithoutCancel(ctx), stand)
	return true, nil
}

func (l *lease) deadline(ctx context.Context, stand string) {
	_ = l.rdb.PExpire(ctx, "stand:"+stand, time.Hour).Err()
}
