// Package crosspkg retries what other packages send, under a key that it has before the first attempt.
package crosspkg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v4"

	"example.com/cases/keyinretry/good/crosspkg/booking"
	"example.com/cases/keyinretry/good/crosspkg/gateway"
)

// Settle asks another package for the key first.
func Settle(ctx context.Context, g *gateway.Gateway, payment string) error {
	key := gateway.NewKey()
	policy := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4)
	return backoff.Retry(func() error {
		return g.Send(ctx, "/payments/"+payment+"/capture", key)
	}, policy)
}

// Refund gives its caller's key on.
func Refund(ctx context.Context, g *gateway.Gateway, payment, refundKey string) error {
	var err error
	for i := 0; i < 5; i++ {
		err = g.Send(ctx, "/payments/"+payment+"/refund", refundKey)
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("refund %s: %w", payment, err)
}

// BookPatiently keeps its key over the calls of a method that itself retries.
func BookPatiently(ctx context.Context, d *booking.Desk, seat string) error {
	key := gateway.NewKey()
	return backoff.Retry(func() error {
		return d.BookAs(ctx, seat, key)
	}, backoff.NewConstantBackOff(time.Minute))
}

// BookAll books many seats. Each is a booking of its own, and the desk retries by itself.
func BookAll(ctx context.Context, d *booking.Desk, seats []string) error {
	var failed []error
	for _, seat := range seats {
		if err := d.Book(ctx, seat); err != nil {
			failed = append(failed, err)
			continue
		}
	}
	return errors.Join(failed...)
}
