package helpers

import (
	"context"

	"github.com/google/uuid"
)

// decorated mints in a function that a decorator repeats.
func decorated(ctx context.Context, b boxOffice, number string) error {
	op := withRetry(func(ctx context.Context) error {
		return b.Cancel(ctx, number, uuid.NewString()) // miss: IDV101 what a decorator returns is not tied to the function it was given
	})
	return op(ctx)
}

// abandoned mints in an attempt that may still be running when the next one starts.
func abandoned(ctx context.Context, b boxOffice, number string) error {
	return timed(ctx, func() error {
		return b.Cancel(ctx, number, uuid.NewString()) // miss: IDV101 results are not followed through channels
	})
}
