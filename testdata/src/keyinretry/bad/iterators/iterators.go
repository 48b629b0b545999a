// Package iterators retries with loops over iterators.
package iterators

import (
	"context"
	"iter"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// pauses yields as many attempts as there are pauses, and waits before all but the first.
func pauses(ctx context.Context, list ...time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n, d := range list {
			if !yield(n) || ctx.Err() != nil {
				return
			}
			time.Sleep(d)
		}
	}
}

func reserve(ctx context.Context, hc *http.Client, table string) (err error) {
	for range pauses(ctx, time.Second, 2*time.Second, 4*time.Second) {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPost, table, http.NoBody); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key.*uuid.NewString"
		if _, err = hc.Do(req); err == nil {
			return nil
		}
	}
	return err
}
