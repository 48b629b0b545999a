package app

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"example.com/cases/tapped-twice/sound/domain"
)

// Resolve finds out what became of payments whose answer was lost. The standby region runs it too, after a failover.
type Resolve struct {
	Lease     domain.Lease
	Payments  domain.Payments
	Processor domain.Processor
	Settle    *Settle
}

// Run charges again under the key of the first attempt: the processor answers with what it did then.
func (r *Resolve) Run(ctx context.Context) error {
	owner := uuid.NewString()
	mine, err := r.Lease.Acquire(ctx, "resolve", owner)
	if err != nil || !mine {
		return err
	}
	open, err := r.Payments.Unresolved(ctx, 50)
	errs := []error{err}
	for _, pay := range open {
		errs = append(errs, r.one(ctx, pay))
	}
	return errors.Join(append(errs, r.Lease.Release(context.WithoutCancel(ctx), "resolve", owner))...)
}

func (r *Resolve) one(ctx context.Context, pay domain.Payment) error {
	charge, err := r.Processor.Charge(ctx, pay.ChargeKey(), pay)
	if errors.Is(err, domain.ErrRefused) {
		_, err := r.Payments.Move(ctx, pay.ID, domain.Failed, "")
		return err
	}
	if err != nil {
		return err
	}
	return r.Settle.Succeeded(ctx, pay, charge)
}
