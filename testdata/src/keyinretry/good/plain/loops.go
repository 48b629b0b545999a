// Package plain has the common loops and closures of package bad, with the key made before them.
package plain

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/keys"
)

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

var (
	errTemporary = errors.New("try again")
	errGaveUp    = errors.New("gave up")
)

func counting(ctx context.Context, p provider) error {
	key := uuid.NewString()
	var err error
	for i := 0; i < 3; i++ {
		err = p.Charge(ctx, 500, key)
		if err == nil {
			break
		}
	}
	return err
}

func overInteger(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for range 3 {
		err := p.Charge(ctx, 500, key)
		if err != nil {
			continue
		}
		return nil
	}
	return errGaveUp
}

func whileFailing(ctx context.Context, p provider) error {
	key, err := uuid.NewString(), errTemporary
	for err != nil {
		err = p.Charge(ctx, 500, key)
	}
	return nil
}

func untilDone(ctx context.Context, p provider) error {
	key, done := uuid.NewString(), false
	for !done {
		if err := p.Charge(ctx, 500, key); err == nil {
			done = true
		}
	}
	return nil
}

func condition(ctx context.Context, p provider) (err error) {
	key := uuid.NewString()
	for i, ok := 0, false; i < 3 && !ok; i++ {
		err = p.Charge(ctx, 500, key)
		ok = err == nil
	}
	return err
}

func jumping(ctx context.Context, p provider) error {
	key := uuid.NewString()
again:
	if err := p.Charge(ctx, 500, key); err != nil {
		time.Sleep(time.Second)
		goto again
	}
	return nil
}

func labelled(ctx context.Context, p provider) error {
	key := uuid.NewString()
attempts:
	for {
		if err := p.Charge(ctx, 500, key); err != nil {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
				continue attempts
			}
		}
		return nil
	}
}

func classified(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for {
		err := p.Charge(ctx, 500, key)
		if err == nil || !errors.Is(err, errTemporary) {
			return err
		}
	}
}

func predicate(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for attempt := 1; ; attempt++ {
		err := p.Charge(ctx, 500, key)
		if !isRetryable(err) {
			return err
		}
		if attempt == 5 {
			return fmt.Errorf("attempt %d: %w", attempt, err)
		}
	}
}

func isRetryable(err error) bool { return errors.Is(err, errTemporary) }

func byStatus(c *http.Client, req *http.Request) (*http.Response, error) {
	var (
		resp *http.Response
		err  error
	)
	req.Header.Set("Idempotency-Key", keys.New())
	for try := 0; try < 4; try++ {
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}

func nextBackOff(ctx context.Context, p provider, b backoff.BackOff) error {
	key := uuid.NewString()
	for {
		err := p.Charge(ctx, 500, key)
		if err == nil {
			return nil
		}
		wait := b.NextBackOff()
		if wait == backoff.Stop {
			return err
		}
		time.Sleep(wait)
	}
}

// unreachedMint lies behind the loop's exit: the key of the second charge is made once.
func unreachedMint(ctx context.Context, p provider) error {
	first := uuid.NewString()
	for range 3 {
		if err := p.Charge(ctx, 500, first); err != nil {
			continue
		}
		return p.Charge(ctx, 20, uuid.NewString())
	}
	return errGaveUp
}
