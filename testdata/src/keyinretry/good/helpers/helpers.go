package helpers

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

type ticket struct{ Number string }

type boxOffice interface {
	Buy(ctx context.Context, seat, idempotencyKey string) (*ticket, error)
	Cancel(ctx context.Context, number, idempotencyKey string) error
}

func buy(ctx context.Context, b boxOffice, seat string) (*ticket, error) {
	key := uuid.NewString()
	return attempt(ctx, 4, func(ctx context.Context, _ int) (*ticket, error) {
		t, err := b.Buy(ctx, seat, key)
		if err != nil {
			return nil, fmt.Errorf("buy %s: %w", seat, err)
		}
		return t, nil
	})
}

func cancel(ctx context.Context, b boxOffice, number string) error {
	key := uuid.NewString()
	return newRetrier(tries(5)).do(ctx, func(ctx context.Context) error {
		return b.Cancel(ctx, number, key)
	})
}

// cancelTask has its key from the start.
type cancelTask struct {
	office      boxOffice
	number, key string
}

func (t *cancelTask) run(ctx context.Context) error {
	return t.office.Cancel(ctx, t.number, t.key)
}

func cancelThroughTask(ctx context.Context, b boxOffice, number string) error {
	return runTask(ctx, &cancelTask{office: b, number: number, key: uuid.NewString()})
}

func decorated(ctx context.Context, b boxOffice, number string) error {
	key := uuid.NewString()
	op := withRetry(func(ctx context.Context) error {
		return b.Cancel(ctx, number, key)
	})
	return op(ctx)
}

func abandoned(ctx context.Context, b boxOffice, number string) error {
	key := uuid.NewString()
	return timed(ctx, func() error { return b.Cancel(ctx, number, key) })
}

// desk makes its operations in a method; the key is made with the operation, once for all of its attempts.
type desk struct{ office boxOffice }

func (d *desk) cancelling(number string) func(context.Context) error {
	key := uuid.NewString()
	return func(ctx context.Context) error {
		return d.office.Cancel(ctx, number, key)
	}
}

func (d *desk) cancel(ctx context.Context, number string) error {
	return newRetrier().do(ctx, d.cancelling(number))
}

type step struct {
	name string
	op   func(context.Context) error
}

func (d *desk) stepwise(ctx context.Context, number string) error {
	key := uuid.NewString()
	s := step{name: "cancel", op: func(ctx context.Context) error {
		return d.office.Cancel(ctx, number, key)
	}}
	if err := newRetrier().do(ctx, s.op); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// notRepeated mints in a function that is only measured and logged, not repeated.
func notRepeated(ctx context.Context, b boxOffice, number string) error {
	return logged("cancel", func() error { return b.Cancel(ctx, number, uuid.NewString()) })
}

func logged(name string, op func() error) error {
	if err := op(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
