// Package carried hands keys over in a context.
package carried

import (
	"context"
	"net/http"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

type (
	intentKey struct{}
	spanKey   struct{}
)

// Collect gives each attempt a span of its own, under one key.
func Collect(ctx context.Context, hc *http.Client, url string) error {
	ctx = context.WithValue(ctx, intentKey{}, uuid.NewString())
	return retry.Do(func() error {
		return post(context.WithValue(ctx, spanKey{}, uuid.NewString()), hc, url)
	})
}

func post(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	key, _ := ctx.Value(intentKey{}).(string)
	req.Header.Set("Idempotency-Key", key)
	_, err = hc.Do(req)
	return err
}
