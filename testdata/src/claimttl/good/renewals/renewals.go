// Package renewals sets deadlines in later commands, of things that have one or need none.
package renewals

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	renew = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	leave = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

const term = 30 * time.Second

// rule keeps the office while the work goes on: the lock has its deadline from the beginning, and the holder moves it.
func rule(ctx context.Context, rdb *redis.Client, office, who string, work func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, office, who, term).Result()
	if err != nil || !ok {
		return err
	}
	defer leave.Run(context.WithoutCancel(ctx), rdb, []string{office}, who)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		ticker := time.NewTicker(term / 3)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				kept, err := renew.Run(ctx, rdb, []string{office}, who, term.Milliseconds()).Int()
				if err != nil || kept == 0 {
					stop()
					return
				}
			}
		}
	}()
	return work(ctx)
}

// visit keeps a session alive as long as its owner comes by.
func visit(ctx context.Context, rdb *redis.Client, session string) (map[string]string, error) {
	values, err := rdb.HGetAll(ctx, session).Result()
	if err != nil {
		return nil, err
	}
	return values, rdb.Expire(ctx, session, time.Hour).Err()
}

// number draws the next number of an invoice; numbers have no end. What expires is the draft.
func number(ctx context.Context, rdb *redis.Client, draft string) (int64, error) {
	n, err := rdb.Incr(ctx, "invoice:number").Result()
	if err != nil {
		return 0, err
	}
	return n, rdb.Expire(ctx, "draft:"+draft, time.Hour).Err()
}
