// Package lostreply makes the key before the closure that is repeated. Every attempt carries the same one, so the
// provider answers a repeat with the result of the first request.
package lostreply

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

// Charge takes the money for an order.
func Charge(ctx context.Context, url, order string) error {
	// docs:begin keyinretry-good
	key := uuid.NewString()
	op := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(order))
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", key)
		return send(req)
	}
	return backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	// docs:end keyinretry-good
}

func send(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("charge: provider answered %s", resp.Status)
	}
	return nil
}
