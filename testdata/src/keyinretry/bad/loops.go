package bad

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

var (
	errTemporary = errors.New("try again")
	errGaveUp    = errors.New("gave up")
)

func counting(ctx context.Context, p provider) error {
	var err error
	for i := 0; i < 3; i++ {
		err = p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err == nil {
			break
		}
	}
	return err
}

func overInteger(ctx context.Context, p provider) error {
	for range 3 {
		err := p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err != nil {
			continue
		}
		return nil
	}
	return errGaveUp
}

func whileFailing(ctx context.Context, p provider) error {
	err := errTemporary
	for err != nil {
		err = p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
	}
	return nil
}

func untilDone(ctx context.Context, p provider) error {
	done := false
	for !done {
		err := p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err == nil {
			done = true
		}
	}
	return nil
}

func condition(ctx context.Context, p provider) (err error) {
	for i, ok := 0, false; i < 3 && !ok; i++ {
		err = p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
		ok = err == nil
	}
	return err
}

func jumping(ctx context.Context, p provider) error {
again:
	if err := p.Charge(ctx, 500, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
		time.Sleep(time.Second)
		goto again
	}
	return nil
}

func labelled(ctx context.Context, p provider) error {
attempts:
	for {
		if err := p.Charge(ctx, 500, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
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
	for {
		err := p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err == nil || !errors.Is(err, errTemporary) {
			return err
		}
	}
}

func predicate(ctx context.Context, p provider) error {
	for attempt := 1; ; attempt++ {
		err := p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
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
	for try := 0; try < 4; try++ {
		req.Header.Set("Idempotency-Key", keys.New()) // want "IDV101: Idempotency-Key"
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}

func nextBackOff(ctx context.Context, p provider, b backoff.BackOff) error {
	for {
		err := p.Charge(ctx, 500, uuid.NewString()) // want "IDV101: idempotencyKey"
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

func boolResult(c *client, req *http.Request) bool {
	for range 3 {
		if c.sendKeyed(req, uuid.NewString()) {
			return true
		}
	}
	return false
}

func (c *client) sendKeyed(req *http.Request, key string) bool {
	req.Header.Set("Idempotency-Key", key) // want "IDV101: Idempotency-Key"
	_, err := c.http.Do(req)
	return err == nil
}

// The mint and the sink lie in another package.
func distant(c *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		if err = keys.Post(c, req); err == nil { // want "IDV101: Idempotency-Key"
			return nil
		}
	}
	return err
}

// A retry inside a batch is one all the same.
func nested(ctx context.Context, p provider, amounts []int64) error {
	for _, cents := range amounts {
		for {
			if err := p.Charge(ctx, cents, uuid.NewString()); err == nil { // want "IDV101: idempotencyKey"
				break
			}
		}
	}
	return nil
}

// A new key after every failure is a new key in every attempt.
func rotating(ctx context.Context, p provider) error {
	key := uuid.NewString()
	for range 3 {
		if err := p.Charge(ctx, 500, key); err == nil { // want "IDV101: idempotencyKey"
			return nil
		}
		key = uuid.NewString()
	}
	return errGaveUp
}
