// Package lostreply is the plainest form of the mistake: a request that creates something is sent again after a lost
// reply, and nothing in it says that it is the same request.
package lostreply

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Register enters a new member at the club's register.
func Register(ctx context.Context, url string, form []byte) error {
	// docs:begin unkeyedretry-bad
	register := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(form))
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := http.DefaultClient.Do(req) // want "IDV106: POST"
		if err != nil {
			return fmt.Errorf("register member: %w", err)
		}
		return resp.Body.Close()
	}
	return backoff.Retry(register, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	// docs:end unkeyedretry-bad
}
