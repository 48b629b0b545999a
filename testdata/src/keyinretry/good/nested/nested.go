// Package nested makes the key between the batch and the retry, or before all retries.
package nested

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
)

type payouts interface {
	Pay(ctx context.Context, seller string, idempotencyKey string) error
}

func outer(ctx context.Context, p payouts, seller string) error {
	key := uuid.NewString()
	return backoff.Retry(func() error {
		return again.Do(3, func() error { return p.Pay(ctx, seller, key) })
	}, backoff.NewConstantBackOff(time.Minute))
}

// batch makes a key for each item, before the item's retry.
func batch(ctx context.Context, p payouts, sellers []string) error {
	var failed []error
	for _, s := range sellers {
		key := "payout-" + uuid.NewString()
		err := backoff.Retry(func() error { return p.Pay(ctx, s, key) }, backoff.NewExponentialBackOff())
		if err != nil {
			failed = append(failed, err)
			continue
		}
	}
	return errors.Join(failed...)
}

// batchOfCalls leaves both to a method: it makes a key and retries with it.
func batchOfCalls(ctx context.Context, p payouts, sellers []string) error {
	for _, s := range sellers {
		if err := payOne(ctx, p, s); err != nil {
			return err
		}
	}
	return nil
}

func payOne(ctx context.Context, p payouts, seller string) error {
	key := uuid.NewString()
	for {
		err := p.Pay(ctx, seller, key)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// concurrent pays all sellers at once, each in a goroutine, each under a key of its own.
func concurrent(ctx context.Context, p payouts, sellers []string) error {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		errs []error
	)
	for _, s := range sellers {
		wg.Go(func() {
			if err := p.Pay(ctx, s, uuid.NewString()); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// payout is an item with its key.
type payout struct{ seller, idempotencyKey string }

// whole makes all keys first, and then repeats the batch.
func whole(ctx context.Context, p payouts, sellers []string) error {
	items := make([]payout, len(sellers))
	for i, s := range sellers {
		items[i] = payout{seller: s, idempotencyKey: uuid.NewString()}
	}
	return again.Do(3, func() error {
		for _, it := range items {
			if err := p.Pay(ctx, it.seller, it.idempotencyKey); err != nil {
				return err
			}
		}
		return nil
	})
}

// workers make the key when they take a job.
func workers(ctx context.Context, p payouts, jobs <-chan string) {
	for seller := range jobs {
		key := uuid.NewString()
		for wait := time.Second; ; wait *= 2 {
			err := p.Pay(ctx, seller, key)
			if err == nil || ctx.Err() != nil {
				break
			}
			time.Sleep(wait)
		}
	}
}
