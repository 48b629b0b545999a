// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"

	"github.com/google/uuid"
)

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

// A function that calls itself on failure is a retry without a loop.
func recursive(ctx context.Context, p provider, left int) error {
	err := p.Charge(ctx, 500, uuid.NewString()) // miss: IDV101 recursion is not recognised as a retry
	if err != nil && left > 0 {
		return recursive(ctx, p, left-1)
	}
	return err
}

// The key takes a detour through a channel.
func channel(ctx context.Context, p provider) error {
	for {
		keys := make(chan string, 1)
		keys <- uuid.NewString()
		if err := p.Charge(ctx, 500, <-keys); err == nil { // miss: IDV101 values are not followed through channels
			return nil
		}
	}
}

// The functions lie in a map.
func table(ctx context.Context, p provider, do func(func() error) error) error {
	steps := map[string]func() error{
		"charge": func() error { return p.Charge(ctx, 500, uuid.NewString()) }, // miss: IDV101 functions are not followed through maps with a variable key
	}
	for name := range steps {
		for {
			if err := steps[name](); err == nil {
				break
			}
		}
	}
	return nil
}

// Nothing says that this helper retries: it lies behind an interface that is implemented elsewhere.
type retrier interface{ Do(op func() error) error }

func unknownHelper(ctx context.Context, p provider, r retrier) error {
	return r.Do(func() error { return p.Charge(ctx, 500, uuid.NewString()) }) // miss: IDV101 the helper's implementation is in another package
}
