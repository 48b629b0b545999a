// Package lostreply is the plainest form of the mistake: the key is made in the closure that is repeated. When the
// reply to the first request is lost, the second one carries another key, and the customer pays twice.
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
	// docs:begin keyinretry-bad
	op := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(order))
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key .* uuid.NewString"
		return send(req)
	}
	return backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	// docs:end keyinretry-bad
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
