package app

import (
	"context"
	"errors"

	"example.com/cases/tapped-twice/sound/domain"
)

// Refund gives money back once for each reference of the merchant.
type Refund struct {
	Work      domain.UnitOfWork
	Payments  domain.Payments
	Refunds   domain.Refunds
	Processor domain.Processor
}

// Run records the refund first. A repeat goes on where the first attempt stopped.
func (r *Refund) Run(ctx context.Context, payment, reference string, cents int64) error {
	pay, err := r.Payments.Get(ctx, payment)
	if err != nil {
		return err
	}
	ref := domain.Refund{Payment: pay.ID, Reference: reference, Charge: pay.Charge, Cents: cents, State: domain.Pending}
	if _, err := r.Refunds.Insert(ctx, ref); err != nil {
		return err
	}
	old, err := r.Refunds.Get(ctx, pay.ID, reference)
	if err != nil {
		return err
	}
	switch {
	case old.Cents != cents:
		return domain.ErrKeyReused
	case old.State == domain.Failed:
		return domain.ErrRefused
	case old.State == domain.Succeeded:
		return nil
	}
	if err := r.Processor.Refund(ctx, ref.Key(), ref.Charge, ref.Cents); err != nil {
		return r.failed(context.WithoutCancel(ctx), ref, err)
	}
	return r.settle(ctx, *pay, ref)
}

func (r *Refund) failed(ctx context.Context, ref domain.Refund, cause error) error {
	state := domain.Unknown
	if errors.Is(cause, domain.ErrRefused) {
		state = domain.Failed
	}
	_, err := r.Refunds.Move(ctx, ref.Payment, ref.Reference, state)
	return errors.Join(cause, err)
}

func (r *Refund) settle(ctx context.Context, pay domain.Payment, ref domain.Refund) error {
	return r.Work.Do(ctx, func(ctx context.Context, tx domain.Repos) error {
		moved, err := tx.Refunds.Move(ctx, ref.Payment, ref.Reference, domain.Succeeded)
		if err != nil || !moved {
			return err
		}
		if err := tx.Ledger.Post(ctx, ref.Key(), "merchant:"+pay.Merchant, -ref.Cents); err != nil {
			return err
		}
		return tx.Outbox.Add(ctx, domain.Refunded(pay, ref))
	})
}
