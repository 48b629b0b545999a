package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Order takes and cancels orders of payouts.
type Order struct {
	Work     domain.UnitOfWork
	Payouts  domain.Payouts
	Balances domain.Balances
}

// Place stores a payout under the merchant's reference, and takes it off the balance.
func (o *Order) Place(ctx context.Context, one domain.Payout) error {
	return o.Work.Do(ctx, func(ctx context.Context) error {
		added, err := o.Payouts.Insert(ctx, one)
		if err != nil || !added {
			return err
		}
		cents, err := o.Balances.Lock(ctx, one.Merchant)
		if err != nil {
			return err
		}
		if cents < one.Cents {
			return domain.ErrTooMuch
		}
		// Seeds: S3, compare-and-set: the balance is read without a lock, and of two payouts at once only the last is taken off.
		return o.Balances.Set(ctx, one.Merchant, cents-one.Cents) // linked "IDV403: merchant_balances"
	})
}

// Cancel takes a payout back that has not begun, and puts it on the balance again. What is cancelled stays cancelled.
func (o *Order) Cancel(ctx context.Context, merchant, id string) error {
	return o.Work.Do(ctx, func(ctx context.Context) error {
		cents, cancelled, err := o.Payouts.Cancel(ctx, id)
		if err != nil {
			return err
		}
		if cancelled {
			return o.Balances.Raise(ctx, merchant, cents)
		}
		state, err := o.Payouts.State(ctx, id)
		if err == nil && state != "CANCELLED" {
			return domain.ErrTooLate
		}
		return err
	})
}
