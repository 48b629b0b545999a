// Package crosspkg has the retry in one package and the request in another, either way round.
package crosspkg

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"

	"example.com/cases/unkeyedretry/good/crosspkg/board"
	"example.com/cases/unkeyedretry/good/crosspkg/steady"
)

// Hire repeats a call into a package that sends.
func Hire(ctx context.Context, b *board.Board, o board.Offer) error {
	return backoff.Retry(func() error {
		return b.Publish(ctx, o)
	}, backoff.WithContext(backoff.NewConstantBackOff(time.Second), ctx))
}

// Withdraw repeats the same helper with a method that may be repeated.
func Withdraw(ctx context.Context, b *board.Board, title string) error {
	return backoff.Retry(func() error {
		return b.Close(ctx, title)
	}, backoff.NewExponentialBackOff())
}

type mill struct{ client *steady.Client }

func newMill() *mill { return &mill{client: steady.New(steady.Tries(5))} }

// Grind orders flour once.
func (m *mill) Grind(ctx context.Context, kilos []byte) error {
	resp, err := m.client.Once(ctx, http.MethodPost, "https://mill.example/orders", kilos)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Regrind orders flour under the order's number, as often as it takes.
func (m *mill) Regrind(ctx context.Context, order string, kilos []byte) error {
	resp, err := m.client.Send(ctx, http.MethodPost, "https://mill.example/orders", http.Header{"Idempotency-Key": {order}}, kilos)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Price asks for the price, as often as it takes.
func (m *mill) Price(ctx context.Context) error {
	resp, err := m.client.Send(ctx, http.MethodGet, "https://mill.example/price", nil, nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
