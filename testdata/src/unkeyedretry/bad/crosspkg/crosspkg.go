// Package crosspkg has the retry in one package and the request in another, either way round.
package crosspkg

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"

	"example.com/cases/unkeyedretry/bad/crosspkg/board"
	"example.com/cases/unkeyedretry/bad/crosspkg/steady"
)

// Hire repeats a call into a package that sends.
func Hire(ctx context.Context, b *board.Board, o board.Offer) error {
	return backoff.Retry(func() error {
		return b.Publish(ctx, o) // want "IDV106: POST"
	}, backoff.WithContext(backoff.NewConstantBackOff(time.Second), ctx))
}

// mill gives its requests to a package that repeats.
type mill struct{ client *steady.Client }

func newMill() *mill {
	return &mill{client: steady.New(steady.Tries(5), steady.Header("Accept", "text/plain"))}
}

// Grind orders flour.
func (m *mill) Grind(ctx context.Context, kilos []byte) error {
	resp, err := m.client.Send(ctx, http.MethodPost, "https://mill.example/orders", nil, kilos) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
