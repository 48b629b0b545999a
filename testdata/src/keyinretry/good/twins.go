// Package good holds the silent twins of package bad: what looks like a key minted inside a retry and is none.
package good

import (
	"context"
	"errors"
	"net/http"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
	"example.com/cases/keyinretry/keys"
)

type client struct {
	http *http.Client
	key  string
}

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

var (
	errKeySpent = errors.New("the key is spent")
	errGaveUp   = errors.New("gave up")
)

// Minted before the retry: one key for all attempts.
func before(ctx context.Context, p provider) error {
	key := keys.New()
	return backoff.Retry(func() error { return p.Charge(ctx, 500, key) }, backoff.NewExponentialBackOff())
}

// Each item of a batch is a new intent, also when one that failed is passed over.
func batch(ctx context.Context, p provider, amounts []int64) error {
	var errs []error
	for _, cents := range amounts {
		if err := p.Charge(ctx, cents, uuid.NewString()); err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return errors.Join(errs...)
}

// So is each item that a helper hands out.
func batchHelper(ctx context.Context, p provider, amounts []int64) error {
	return again.Each(amounts, func(cents int64) error { return p.Charge(ctx, cents, uuid.NewString()) })
}

// The mint stands between the batch and the retry.
func nested(ctx context.Context, p provider, amounts []int64) error {
	for _, cents := range amounts {
		key := uuid.NewString()
		if err := again.Do(3, func() error { return p.Charge(ctx, cents, key) }); err != nil {
			return err
		}
	}
	return nil
}

// Numbered items are items.
func numbered(ctx context.Context, p provider, n int64) error {
	for i := int64(0); i < n; i++ {
		if err := p.Charge(ctx, i, uuid.NewString()); err == nil {
			return nil
		}
	}
	return errGaveUp
}

// A function that sends once may mint, also through a helper that only measures it.
func once(ctx context.Context, p provider) error {
	_, err := again.Once(func() error { return p.Charge(ctx, 500, uuid.NewString()) })
	return err
}

// The default is taken before the loop.
func defaultBefore(ctx context.Context, p provider, o keys.Options) error {
	if o.Key == "" {
		o.Key = uuid.NewString()
	}
	for {
		if err := p.Charge(ctx, 500, o.Key); err == nil {
			return nil
		}
	}
}

// The variable outlives the attempt, so the key is minted once.
func carried(ctx context.Context, p provider) error {
	key := ""
	for range 3 {
		if key == "" {
			key = uuid.NewString()
		}
		if err := p.Charge(ctx, 500, key); err == nil {
			return nil
		}
	}
	return errGaveUp
}

func carriedInClosure(ctx context.Context, p provider) error {
	var key string
	return again.Do(3, func() error {
		if key == "" {
			key = uuid.NewString()
		}
		return p.Charge(ctx, 500, key)
	})
}

// The options outlive the attempt.
func ensured(ctx context.Context, p provider) error {
	var o keys.Options
	return again.Do(3, func() error {
		keys.Ensure(&o)
		return p.Charge(ctx, 500, o.Key)
	})
}

// The option is given, so its default never applies.
func given(c *http.Client, req *http.Request) error {
	o := keys.Options{Key: uuid.NewString()}
	var err error
	for range 3 {
		if err = keys.PostWith(c, req, o); err == nil {
			return nil
		}
	}
	return err
}

// The field is set before the loop.
func (c *client) throughField(req *http.Request) error {
	c.key = uuid.NewString()
	for {
		req.Header.Set("Idempotency-Key", c.key)
		if _, err := c.http.Do(req); err == nil {
			return nil
		}
	}
}

// A new key after the receiver has refused the old one for good.
func rotated(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for range 3 {
		err := p.Charge(ctx, 500, key)
		if err == nil {
			return nil
		}
		if errors.Is(err, errKeySpent) {
			key = uuid.NewString()
		}
	}
	return errGaveUp
}

func rotatedInClosure(ctx context.Context, p provider) error {
	key := uuid.NewString()
	return again.Do(3, func() error {
		err := p.Charge(ctx, 500, key)
		if errors.Is(err, errKeySpent) {
			key = uuid.NewString()
		}
		return err
	})
}

func refused(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for {
		err := p.Charge(ctx, 500, key)
		if !errors.Is(err, errKeySpent) {
			return err
		}
		key = uuid.NewString()
	}
}
