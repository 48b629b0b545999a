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

// buy mints for a generic helper with a context and a count.
func buy(ctx context.Context, b boxOffice, seat string) (*ticket, error) {
	return attempt(ctx, 4, func(ctx context.Context, _ int) (*ticket, error) {
		t, err := b.Buy(ctx, seat, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err != nil {
			return nil, fmt.Errorf("buy %s: %w", seat, err)
		}
		return t, nil
	})
}

// cancel mints for a method of a configured retrier.
func cancel(ctx context.Context, b boxOffice, number string) error {
	return newRetrier(tries(5)).do(ctx, func(ctx context.Context) error {
		return b.Cancel(ctx, number, uuid.NewString()) // want "IDV101: idempotencyKey"
	})
}

// cancelTask mints in the method of a value that is repeated through an interface.
type cancelTask struct {
	office boxOffice
	number string
}

func (t *cancelTask) run(ctx context.Context) error {
	return t.office.Cancel(ctx, t.number, uuid.NewString()) // want "IDV101: idempotencyKey"
}

func cancelThroughTask(ctx context.Context, b boxOffice, number string) error {
	return runTask(ctx, &cancelTask{office: b, number: number})
}

// desk makes its operations in a method; the key is made when the operation runs.
type desk struct{ office boxOffice }

func (d *desk) cancelling(number string) func(context.Context) error {
	return func(ctx context.Context) error {
		return d.office.Cancel(ctx, number, uuid.NewString()) // want "IDV101: idempotencyKey"
	}
}

func (d *desk) cancel(ctx context.Context, number string) error {
	return newRetrier().do(ctx, d.cancelling(number))
}

// step holds an operation in a field.
type step struct {
	name string
	op   func(context.Context) error
}

func (d *desk) stepwise(ctx context.Context, number string) error {
	s := step{name: "cancel", op: func(ctx context.Context) error {
		return d.office.Cancel(ctx, number, uuid.NewString()) // want "IDV101: idempotencyKey"
	}}
	if err := newRetrier().do(ctx, s.op); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// refundTask is repeated through a method expression.
type refundTask struct{ office boxOffice }

func (t *refundTask) refund(ctx context.Context) error {
	return t.office.Cancel(ctx, "all", uuid.NewString()) // want "IDV101: idempotencyKey"
}

func expression(ctx context.Context, t *refundTask) error {
	refund := (*refundTask).refund
	return newRetrier().do(ctx, func(ctx context.Context) error { return refund(t, ctx) })
}
