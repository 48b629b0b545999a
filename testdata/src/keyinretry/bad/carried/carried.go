// Package carried hands keys over in a context.
package carried

import (
	"context"
	"net/http"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

type intentKey struct{}

// Collect makes a context, and a key in it, for each attempt.
func Collect(ctx context.Context, hc *http.Client, url string) error {
	return retry.Do(func() error {
		return post(context.WithValue(ctx, intentKey{}, uuid.NewString()), hc, url)
	})
}

func post(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	key, _ := ctx.Value(intentKey{}).(string)
	req.Header.Set("Idempotency-Key", key) // want "IDV101: Idempotency-Key.*uuid.NewString"
	_, err = hc.Do(req)
	return err
}
