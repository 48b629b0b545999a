// Package lostreply is the plainest form of the mistake: the first attempt reads the body to its end, the second sends
// what is left.
package lostreply

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Upload stores a recording under its number.
func Upload(ctx context.Context, url, number string, recording io.Reader) error {
	// docs:begin drainedbody-bad
	upload := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, recording) // want "IDV111: "
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", number)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return fmt.Errorf("upload %s: %w", number, err)
		}
		return resp.Body.Close()
	}
	return backoff.Retry(upload, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	// docs:end drainedbody-bad
}
