// Package bad mints keys inside retries. Each function is one shape.
package bad

import (
	"context"
	"net/http"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
	"example.com/cases/keyinretry/keys"
)

type client struct {
	http  *http.Client
	key   string
	keyed bool
}

// provider is implemented elsewhere; the parameter's name says what it is.
type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

// A closure in a variable, minting through two helpers of another package.
func (c *client) closure(req *http.Request) error {
	op := func() error {
		req.Header.Set("Idempotency-Key", keys.New()) // want "IDV101: Idempotency-Key gets a new value"
		_, err := c.http.Do(req)
		return err
	}
	return backoff.Retry(op, backoff.NewExponentialBackOff())
}

// The mint and the sink both lie in another package; the retry alone is here.
func (c *client) elsewhere(req *http.Request) error {
	return backoff.Retry(func() error {
		return keys.Post(c.http, req) // want "IDV101: Idempotency-Key gets a new value"
	}, backoff.NewExponentialBackOff())
}

// A method value is retried.
func (c *client) methodValue() error {
	return backoff.Retry(c.send, backoff.NewExponentialBackOff())
}

func (c *client) send() error {
	req, err := http.NewRequest(http.MethodPost, "https://psp.example/charges", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key gets a new value"
	_, err = c.http.Do(req)
	return err
}

// A home-made helper of another package.
func homeMade(ctx context.Context, p provider) error {
	return again.Do(3, func() error {
		return p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: .*idempotencyKey"
	})
}

// A generic one.
func generic(c *http.Client, req *http.Request) (*http.Response, error) {
	return again.Value(3, func() (*http.Response, error) {
		req.Header.Set("Idempotency-Key", keys.New()) // want "IDV101: Idempotency-Key"
		return c.Do(req)
	})
}

// A method that wraps its argument in another closure for another helper.
func policy(ctx context.Context, p provider) error {
	return again.Policy{Attempts: 4}.Run(ctx, func(ctx context.Context) error {
		return p.Charge(ctx, 500, keys.New()) // want "IDV101: idempotencyKey"
	})
}

// A helper of this package that hands its parameter to a library.
func retrying(op func() error) error {
	return backoff.Retry(backoff.Operation(op), backoff.NewExponentialBackOff())
}

func wrapped(ctx context.Context, p provider) error {
	return retrying(func() error {
		key := "charge-" + uuid.NewString()
		return p.Charge(ctx, 500, key) // want "IDV101: idempotencyKey"
	})
}

// A variable outside of the closure does not help when every attempt gives it a new value.
func captured(ctx context.Context, p provider) error {
	var key string
	return again.Do(3, func() error {
		key = uuid.NewString()
		return p.Charge(ctx, 500, key) // want "IDV101: idempotencyKey"
	})
}

// Counting attempts is no reason to be silent.
func counted(ctx context.Context, p provider) error {
	attempt := 0
	return again.Do(9, func() error {
		attempt++
		if attempt > 5 {
			return backoff.Permanent(ctx.Err())
		}
		return p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
	})
}

// The call through an interface of this package has one implementation here.
type gateway interface {
	pay(ctx context.Context) error
}

type cardGateway struct{ p provider }

func newGateway(p provider) gateway { return &cardGateway{p} }

func (g *cardGateway) pay(ctx context.Context) error {
	return g.p.Charge(ctx, 500, keys.New()) // want "IDV101: idempotencyKey"
}

func throughInterface(ctx context.Context, g gateway) error {
	return retrying(func() error { return g.pay(ctx) })
}
