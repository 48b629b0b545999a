// Package nested has a key that the inner retry keeps and the outer one does not, and retries inside of batches.
package nested

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
)

// payouts pays sellers.
type payouts interface {
	Pay(ctx context.Context, seller string, idempotencyKey string) error
}

// outer makes the key once for each run of the inner retry. But the inner retry is repeated as a whole.
func outer(ctx context.Context, p payouts, seller string) error {
	return backoff.Retry(func() error {
		key := uuid.NewString()
		return again.Do(3, func() error {
			return p.Pay(ctx, seller, key) // want "IDV101: idempotencyKey"
		})
	}, backoff.NewConstantBackOff(time.Minute))
}

// rounds is the same with two loops.
func rounds(ctx context.Context, p payouts, seller string) error {
	var err error
	for round := 0; round < 3; round++ {
		key := uuid.NewString()
		for try := 0; try < 5; try++ {
			if err = p.Pay(ctx, seller, key); err == nil { // want "IDV101: idempotencyKey"
				return nil
			}
		}
		time.Sleep(time.Minute)
	}
	return err
}

// batch retries each item, under a new key each time.
func batch(ctx context.Context, p payouts, sellers []string) error {
	var failed []error
	for _, s := range sellers {
		err := backoff.Retry(func() error {
			return p.Pay(ctx, s, "payout-"+uuid.NewString()) // want "IDV101: idempotencyKey"
		}, backoff.NewExponentialBackOff())
		if err != nil {
			failed = append(failed, err)
			continue
		}
	}
	return errors.Join(failed...)
}

// whole repeats the batch as a whole, with the items that were paid already.
func whole(ctx context.Context, p payouts, sellers []string) error {
	return again.Do(3, func() error {
		for _, s := range sellers {
			if err := p.Pay(ctx, s, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
				return err
			}
		}
		return nil
	})
}

// workers retry the jobs that they take from a channel.
func workers(ctx context.Context, p payouts, jobs <-chan string) {
	for seller := range jobs {
		for wait := time.Second; ; wait *= 2 {
			err := p.Pay(ctx, seller, uuid.NewString()) // want "IDV101: idempotencyKey"
			if err == nil || ctx.Err() != nil {
				break
			}
			time.Sleep(wait)
		}
	}
}
