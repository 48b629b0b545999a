// Package lostreply is the silent twin: every attempt carries the key of the application that is filed.
package lostreply

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Register enters a new member at the club's register. The application has been stored before, under its number.
func Register(ctx context.Context, url, application string, form []byte) error {
	// docs:begin unkeyedretry-good
	register := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(form))
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", application)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return fmt.Errorf("register member: %w", err)
		}
		return resp.Body.Close()
	}
	return backoff.Retry(register, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	// docs:end unkeyedretry-good
}
