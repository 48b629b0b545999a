// Package release locks well and does not unlock: on another connection, or with a context that has ended.
package release

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// backup locks on a connection and unlocks on another, which does not hold the lock.
type backup struct{ db *sql.DB }

func (b *backup) run(ctx context.Context, dump func(context.Context) error) error {
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(77)`); err != nil {
		return err
	}
	defer b.release(context.WithoutCancel(ctx))
	return dump(ctx)
}

func (b *backup) release(ctx context.Context) {
	_, _ = b.db.ExecContext(ctx, `SELECT pg_advisory_unlock(77)`) // want "IDV309: pg_advisory_unlock|ExecContext"
}

// vacuum defers in the wrong order: cancel runs first.
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
	defer conn.Exec(limited, `SELECT pg_advisory_unlock(78)`) // want "IDV309: pg_advisory_unlock|Exec"
	defer cancel()
	return work(limited)
}

// lead is the leader until its context ends, and then says good-bye with the same context.
func lead(ctx context.Context, session *concurrency.Session, work func(context.Context)) error {
	m := concurrency.NewMutex(session, "/leader")
	if err := m.Lock(ctx); err != nil {
		return err
	}
	go work(ctx)
	<-ctx.Done()
	return m.Unlock(ctx) // want "IDV309: Unlock"
}

func newSession(client *clientv3.Client) (*concurrency.Session, error) {
	return concurrency.NewSession(client, concurrency.WithTTL(15))
}

// beacon holds a lock of redsync while it runs.
type beacon struct{ locks *redsync.Redsync }

func (b *beacon) shine(ctx context.Context, tick <-chan time.Time, flash func()) error {
	m := b.locks.NewMutex("beacon", redsync.WithExpiry(30*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			_, err := m.UnlockContext(ctx) // want "IDV309: UnlockContext"
			return err
		case <-tick:
			if _, err := m.ExtendContext(ctx); err != nil {
				return err
			}
			flash()
		}
	}
}
