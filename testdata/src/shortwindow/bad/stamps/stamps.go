// Package stamps gives stamps for coffees. The window is given to one type and the time of retries to another, where both are made.
package stamps

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/redis/go-redis/v9"
)

// shop is the whole program.
type shop struct {
	book  *book
	patch patience
}

func newShop(rdb *redis.Client) *shop {
	return &shop{
		book:  newBook(rdb, 5*time.Minute),
		patch: patience{limit: time.Hour},
	}
}

// stamp is called by the till once for each receipt.
func (s *shop) stamp(ctx context.Context, receipt, card string) error {
	return s.patch.do(ctx, func(ctx context.Context) error { return s.book.add(ctx, receipt, card) })
}

// patience tries again until its limit.
type patience struct{ limit time.Duration }

func (p patience) do(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	return retry.Do(func() error { return f(ctx) },
		retry.Context(ctx), retry.UntilSucceeded(), retry.MaxDelay(10*time.Minute))
}

// book counts the stamps of each card.
type book struct {
	rdb    redis.UniversalClient
	window time.Duration
}

func newBook(rdb redis.UniversalClient, window time.Duration) *book {
	return &book{rdb: rdb, window: window}
}

const addScript = `
if not redis.call("SET", KEYS[1], 1, "NX", "PX", ARGV[1]) then
	return 0
end
redis.call("INCR", KEYS[2])
return 1`

func (b *book) add(ctx context.Context, receipt, card string) error {
	return b.rdb.Eval(ctx, addScript, []string{"{" + card + "}:" + receipt, "{" + card + "}"}, b.window.Milliseconds()).Err() // want "IDV601: .*Eval"
}
