// Package trace notes how long things take. Everybody calls it, one caller inside a loop that tries again.
package trace

import (
	"context"
	"log/slog"
	"time"
)

// Do runs do, and notes how long it took.
func Do(ctx context.Context, name string, do func(ctx context.Context) error) error {
	begin := time.Now()
	err := do(ctx)
	slog.DebugContext(ctx, name, "took", time.Since(begin), "failed", err != nil)
	return err
}

// Of is Do for what has an answer.
func Of[T any](ctx context.Context, name string, do func(ctx context.Context) (T, error)) (answer T, err error) {
	err = Do(ctx, name, func(ctx context.Context) error {
		answer, err = do(ctx)
		return err
	})
	return answer, err
}
