package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Order takes and cancels orders of payouts.
type Order struct {
	Work    domain.UnitOfWork
	Wallets domain.Wallets
	Mailer  domain.Mailer
}

// Balance shows what a merchant can have paid out.
func (o *Order) Balance(ctx context.Context, merchant string) (int64, error) {
	return o.Wallets.Balance(ctx, merchant)
}

// Place stores a payout under the merchant's reference, and takes it off the balance, which is locked meanwhile.
func (o *Order) Place(ctx context.Context, one domain.Payout) error {
	return o.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		added, err := r.Payouts.Insert(ctx, one)
		if err != nil || !added {
			return err
		}
		cents, err := r.Balances.Lock(ctx, one.Merchant)
		if err != nil {
			return err
		}
		if cents < one.Cents {
			return domain.ErrTooMuch
		}
		return r.Balances.Set(ctx, one.Merchant, cents-one.Cents)
	})
}

// Cancel takes a payout back that has not begun, and puts it on the balance again. What is cancelled stays cancelled.
func (o *Order) Cancel(ctx context.Context, merchant, id string) error {
	err := o.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		cents, cancelled, err := r.Payouts.Cancel(ctx, id)
		if err != nil {
			return err
		}
		if cancelled {
			return r.Balances.Raise(ctx, merchant, cents)
		}
		state, err := r.Payouts.State(ctx, id)
		if err == nil && state != "CANCELLED" {
			return domain.ErrTooLate
		}
		return err
	})
	if err != nil {
		return err
	}
	return o.Mailer.Mail(ctx, "cancel:"+id, merchant, "Your payout is cancelled.")
}
