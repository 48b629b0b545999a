// Package iterators loops over iterators: attempts under one key, and work under a key for each.
package iterators

import (
	"context"
	"iter"
	"net/http"

	"github.com/google/uuid"
)

func reserve(ctx context.Context, hc *http.Client, attempts iter.Seq[int], table string) (err error) {
	key := uuid.NewString()
	for range attempts {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPost, table, http.NoBody); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if _, err = hc.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// all reserves each table that the iterator yields, and stops at the first failure.
func all(ctx context.Context, hc *http.Client, tables iter.Seq[string]) error {
	for table := range tables {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, table, http.NoBody)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if _, err = hc.Do(req); err != nil {
			return err
		}
	}
	return nil
}

// first takes the first table that is free: each is a request of its own.
func first(ctx context.Context, hc *http.Client, tables iter.Seq[string]) (err error) {
	for table := range tables {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPost, table, http.NoBody); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if _, err = hc.Do(req); err == nil {
			return nil
		}
	}
	return err
}
