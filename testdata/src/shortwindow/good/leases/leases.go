// Package leases has leases that are shorter than the work and are renewed, or longer than the work may take.
package leases

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

var errTaken = errors.New("somebody else is at it")

// dig works for up to two hours under a session of 15 seconds, which the client keeps alive.
func dig(ctx context.Context, cli *clientv3.Client, site string, work func(context.Context) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(15))
	if err != nil {
		return err
	}
	defer session.Close()
	lock := concurrency.NewMutex(session, "/sites/"+site)
	if err := lock.TryLock(ctx); err != nil {
		return errTaken
	}
	defer lock.Unlock(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, 2*time.Hour)
	defer cancel()
	return work(ctx)
}

var (
	extend = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	leave  = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

// crane is lent for a minute at a time.
type crane struct {
	rdb *redis.Client
	id  string
	by  string
}

const minute = time.Minute

// lift may take an hour. The loan is renewed three times a minute, and the work ends when it cannot be.
func (c *crane) lift(ctx context.Context, work func(context.Context) error) error {
	ok, err := c.rdb.SetNX(ctx, "crane-lock:"+c.id, c.by, minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	defer leave.Run(context.WithoutCancel(ctx), c.rdb, []string{"crane-lock:" + c.id}, c.by)
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	go c.renew(ctx, cancel)
	return work(ctx)
}

func (c *crane) renew(ctx context.Context, cancel context.CancelFunc) {
	tick := time.NewTicker(minute / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			kept, err := extend.Run(ctx, c.rdb, []string{"crane-lock:" + c.id}, c.by, minute.Milliseconds()).Int()
			if err != nil || kept == 0 {
				cancel()
				return
			}
		}
	}
}

// survey takes a row for ten minutes, and stops after five.
type survey struct{ db *sql.DB }

func (s *survey) measure(ctx context.Context, plot, by string, look func(context.Context) (int, error)) error {
	res, err := s.db.ExecContext(ctx, `UPDATE plots SET owner = $2, until = now() + interval '10 minutes'
		WHERE id = $1 AND area IS NULL AND (until IS NULL OR until < now())`, plot, by)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	area, err := look(ctx)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE plots SET area = $3, owner = NULL, until = NULL WHERE id = $1 AND owner = $2`, plot, by, area)
	return err
}
