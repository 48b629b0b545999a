// Package lostreply is the silent twin: every attempt reads from the beginning.
package lostreply

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Upload stores a recording under its number.
func Upload(ctx context.Context, url, number string, recording io.ReadSeeker) error {
	// docs:begin drainedbody-good
	upload := func() error {
		if _, err := recording.Seek(0, io.SeekStart); err != nil {
			return backoff.Permanent(err)
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, io.NopCloser(recording))
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
	// docs:end drainedbody-good
}
