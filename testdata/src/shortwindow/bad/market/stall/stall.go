// Package stall is the side that sends orders.
package stall

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/cenkalti/backoff/v5"

	"example.com/cases/shortwindow/bad/market/settings"
)

var (
	errAgain   = errors.New("not now")
	errRefused = errors.New("the market does not want it")
)

// Order sends an order until the market has it, or it is time to go home.
func Order(ctx context.Context, client *http.Client, url, key string, order []byte) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		return struct{}{}, try(ctx, client, url, key, order)
	}, backoff.WithMaxElapsedTime(settings.GiveUp))
	return err
}

func try(ctx context.Context, client *http.Client, url, key string, order []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/orders", bytes.NewReader(order))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= http.StatusInternalServerError:
		return errAgain
	case resp.StatusCode >= http.StatusBadRequest:
		return backoff.Permanent(errRefused)
	}
	return nil
}
