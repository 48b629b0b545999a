// Package crosspkg only retries. The key is made, or made and sent, two packages away.
package crosspkg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v4"

	"example.com/cases/keyinretry/bad/crosspkg/booking"
	"example.com/cases/keyinretry/bad/crosspkg/gateway"
	"example.com/cases/keyinretry/bad/crosspkg/ident"
)

// Settle calls a method of another package that makes and sends the key.
func Settle(ctx context.Context, g *gateway.Gateway, payment string) error {
	policy := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4)
	return backoff.Retry(func() error {
		return g.Capture(ctx, payment) // want "IDV101: Idempotency-Key"
	}, policy)
}

// Refund makes the key in one package and sends it through another.
func Refund(ctx context.Context, g *gateway.Gateway, m *ident.Maker, payment string) error {
	var err error
	for i := 0; i < 5; i++ {
		err = g.Send(ctx, "/payments/"+payment+"/refund", m.Next()) // want "IDV101: Idempotency-Key"
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("refund %s: %w", payment, err)
}

// Void takes the key from a function with two results.
func Void(ctx context.Context, g *gateway.Gateway, payment string) error {
	for {
		key, err := ident.Checked()
		if err != nil {
			return err
		}
		err = g.Send(ctx, "/payments/"+payment+"/void", key) // want "IDV101: Idempotency-Key"
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(2 * time.Second):
		}
	}
}

// BookPatiently calls again what already retries: the second call books under another key.
func BookPatiently(ctx context.Context, d *booking.Desk, seat string) error {
	return backoff.Retry(func() error {
		return d.Book(ctx, seat) // want "IDV101: idempotencyKey"
	}, backoff.NewConstantBackOff(time.Minute))
}
