package bad

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
	"example.com/cases/keyinretry/keys"
)

// A method leaves the key in a field, another one reads it.
func (c *client) throughField(req *http.Request) error {
	for {
		c.prepare()
		if err := c.sendField(req); err == nil {
			return nil
		}
	}
}

func (c *client) prepare() { c.key = uuid.NewString() }

func (c *client) sendField(req *http.Request) error {
	req.Header.Set("Idempotency-Key", c.key) // want "IDV101: Idempotency-Key"
	_, err := c.http.Do(req)
	return err
}

// Nobody gives the option, so every call mints.
func emptyOption(c *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		if err = keys.PostWith(c, req, keys.Options{}); err == nil { // want "IDV101: Idempotency-Key"
			return nil
		}
	}
	return err
}

// The options are made inside the loop.
func optionInside(ctx context.Context, p provider) error {
	return again.Do(3, func() error {
		o := keys.Options{}
		keys.Ensure(&o)
		return p.Charge(ctx, 500, o.Key) // want "IDV101: idempotencyKey"
	})
}

// The default is taken inside the loop and forgotten at its end.
func defaultInside(ctx context.Context, p provider, o keys.Options) error {
	for {
		key := o.Key
		if key == "" {
			key = uuid.NewString()
		}
		if err := p.Charge(ctx, 500, key); err == nil { // want "IDV101: idempotencyKey"
			return nil
		}
	}
}

// A switch that is thrown once for the whole client only says whether there are keys at all.
func (c *client) configured(req *http.Request) error {
	for {
		if c.keyed {
			req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		}
		if _, err := c.http.Do(req); err == nil {
			return nil
		}
	}
}

// An option function writes the field.
type callOption func(*callOptions)

type callOptions struct{ idempotencyKey string }

func withKey(k string) callOption {
	return func(o *callOptions) { o.idempotencyKey = k }
}

type sdk interface {
	Create(ctx context.Context, name string, opts ...callOption) error
	WithIdempotencyKey(key string) sdk
}

func setter(ctx context.Context, s sdk) error {
	return again.Do(3, func() error {
		return s.WithIdempotencyKey(uuid.NewString()).Create(ctx, "a") // want "IDV101: IdempotencyKey"
	})
}

// A struct of this program names its field.
type order struct {
	ID             string
	IdempotencyKey string
}

func structField(post func(order) error) error {
	var err error
	for range 3 {
		o := order{ID: "7", IdempotencyKey: uuid.NewString()} // want "IDV101: IdempotencyKey"
		if err = post(o); err == nil {
			return nil
		}
	}
	return err
}

// A map of parameters.
func mapEntry(call func(map[string]any) error) error {
	params := map[string]any{"Size": 3}
	return again.Do(3, func() error {
		params["ClientToken"] = uuid.NewString() // want "IDV101: ClientToken"
		return call(params)
	})
}

// The header map is written to directly.
func headerIndex(c *http.Client, req *http.Request) error {
	return again.Do(3, func() error {
		req.Header["Idempotency-Key"] = []string{uuid.NewString()} // want "IDV101: Idempotency-Key"
		_, err := c.Do(req)
		return err
	})
}
