package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Refund gives money back once for each reference of the merchant.
type Refund struct {
	Work      domain.UnitOfWork
	Payments  domain.Payments
	Refunds   domain.Refunds
	Processor domain.Processor
	Ledger    domain.Ledger
	Publisher domain.Publisher
}

// Run gives the money back and records it.
func (r *Refund) Run(ctx context.Context, payment, reference string, cents int64) error {
	pay, err := r.Payments.Get(ctx, payment)
	if err != nil {
		return err
	}
	ref := domain.Refund{Payment: pay.ID, Reference: reference, Charge: pay.Charge, Cents: cents, State: domain.Pending}
	// Seeds: S0 part 3, record the intent before the side effect: a crash after the call leaves no trace of the refund.
	if err := r.Processor.Refund(ctx, ref.Key(), ref.Charge, ref.Cents); err != nil { // linked "IDV501: "
		return err
	}
	if _, err := r.Refunds.Insert(ctx, ref); err != nil {
		return err
	}
	return r.settle(ctx, *pay, ref)
}

func (r *Refund) settle(ctx context.Context, pay domain.Payment, ref domain.Refund) error {
	err := r.Work.Do(ctx, func(ctx context.Context) error {
		moved, err := r.Refunds.Move(ctx, ref.Payment, ref.Reference, domain.Succeeded)
		if err != nil || !moved {
			return err
		}
		return r.Ledger.Post(ctx, ref.Key(), "merchant:"+pay.Merchant, -ref.Cents)
	})
	if err != nil {
		return err
	}
	// Seeds: S3, atomicity: the refund is committed, and a crash before the next line loses the event for good.
	return r.Publisher.Publish(ctx, domain.Refunded(pay, ref)) // linked "IDV503: "
}
