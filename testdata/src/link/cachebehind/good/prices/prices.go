// Package prices answers what a lift costs. A cache, a source and a limiter are behind interfaces: a value that is written
// because it was not in the cache, a counter that is added to, and a look-up that is tried again are no mistakes.
package prices

import (
	"context"
	"errors"
	"time"
)

// ErrBusy says that one asks too often.
var ErrBusy = errors.New("too many questions")

// Cache keeps prices for a while.
type Cache interface {
	Get(ctx context.Context, lift string) (cents int64, found bool, err error)
	Put(ctx context.Context, lift string, cents int64) error
}

// Source knows prices.
type Source interface {
	Price(ctx context.Context, lift string) (int64, error)
}

// Limiter counts who asks how often.
type Limiter interface {
	Allow(ctx context.Context, who string) (bool, error)
}

// Desk is the use case.
type Desk struct {
	Cache   Cache
	Source  Source
	Limiter Limiter
}

// Price answers from the cache, or from the source.
func (d *Desk) Price(ctx context.Context, who, lift string) (int64, error) {
	if ok, err := d.Limiter.Allow(ctx, who); err != nil || !ok {
		return 0, errors.Join(ErrBusy, err)
	}
	cents, found, err := d.Cache.Get(ctx, lift)
	if err == nil && found {
		return cents, nil
	}
	for range 3 {
		if cents, err = d.Source.Price(ctx, lift); err == nil {
			return cents, d.Cache.Put(ctx, lift, cents)
		}
		time.Sleep(time.Second)
	}
	return 0, err
}
