// Package helpers mints inside what its home-made retry helpers repeat. Nothing about the helpers is modelled.
package helpers

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var errTransient = errors.New("try later")

// attempt is the generic helper of this package.
func attempt[T any](ctx context.Context, tries int, do func(ctx context.Context, n int) (T, error)) (T, error) {
	var zero T
	for n := 1; ; n++ {
		v, err := do(ctx, n)
		switch {
		case err == nil:
			return v, nil
		case n >= tries:
			return zero, fmt.Errorf("after %d attempts: %w", n, err)
		}
		if err := pause(ctx, time.Duration(n)*time.Second); err != nil {
			return zero, err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// retrier is configured through options and asks a predicate whether to go on.
type retrier struct {
	tries int
	again func(error) bool
}

type retrierOption func(*retrier)

func tries(n int) retrierOption { return func(r *retrier) { r.tries = n } }

func newRetrier(opts ...retrierOption) *retrier {
	r := &retrier{tries: 3, again: func(err error) bool { return errors.Is(err, errTransient) }}
	for _, o := range opts {
		o(r)
	}
	return r
}

func (r *retrier) do(ctx context.Context, op func(context.Context) error) (err error) {
	for left := r.tries; left > 0; left-- {
		if err = op(ctx); err == nil || !r.again(err) {
			return err
		}
	}
	return err
}

// task is repeated through an interface.
type task interface {
	run(ctx context.Context) error
}

func runTask(ctx context.Context, t task) error {
	for {
		err := t.run(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
	}
}

// withRetry decorates a function.
func withRetry(op func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		var err error
		for range 3 {
			if err = op(ctx); err == nil {
				return nil
			}
		}
		return err
	}
}

// timed runs each attempt in a goroutine, to be able to give it up.
func timed(ctx context.Context, op func() error) error {
	for {
		done := make(chan error, 1)
		go func() { done <- op() }()
		select {
		case err := <-done:
			if err == nil {
				return nil
			}
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
