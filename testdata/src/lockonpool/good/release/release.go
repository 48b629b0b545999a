// Package release unlocks after the work, and after its context.
package release

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// vacuum limits the work, and unlocks with the context from before, without its end.
func vacuum(ctx context.Context, pool *pgxpool.Pool, work func(context.Context) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(78)`); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(78)`)
	defer cancel()
	return work(limited)
}

// lead unlocks with a few seconds of its own.
func lead(ctx context.Context, session *concurrency.Session, work func(context.Context)) error {
	m := concurrency.NewMutex(session, "/leader")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	go work(ctx)
	<-ctx.Done()
	last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return m.Unlock(last)
}

// beacon holds a lock of redsync while it runs.
type beacon struct{ locks *redsync.Redsync }

func (b *beacon) shine(ctx context.Context, tick <-chan time.Time, flash func()) error {
	m := b.locks.NewMutex("beacon", redsync.WithExpiry(30*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.Unlock() // has no context
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick:
			if _, err := m.ExtendContext(ctx); err != nil {
				return err
			}
			flash()
		}
	}
}

var free = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`)

// foghorn cancels a context of its own to stop the helpers.
func foghorn(ctx context.Context, rdb *redis.Client, owner string, sound func(context.Context) error) error {
	got, err := rdb.SetNX(ctx, "foghorn", owner, time.Minute).Result()
	if err != nil || !got {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	err = sound(inner)
	cancel()
	return errors.Join(err, free.Run(context.WithoutCancel(ctx), rdb, []string{"foghorn"}, owner).Err())
}
