// Package libraries leaves deadline and owner to a library.
package libraries

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
)

// tram sends one tram at a time over a bridge.
func tram(ctx context.Context, locks *redislock.Client, bridge string, cross func(context.Context) error) error {
	lock, err := locks.Obtain(ctx, "bridge:"+bridge, 30*time.Second, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return cross(ctx)
}

// ferry uses several servers.
func ferry(ctx context.Context, rs *redsync.Redsync, pier string, land func(context.Context) error) error {
	mu := rs.NewMutex("pier:"+pier, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	return land(ctx)
}
