package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Order takes and cancels orders of payouts.
type Order struct {
	Work    domain.UnitOfWork
	Wallets domain.Wallets
	Mailer  domain.Mailer
	Bank    domain.Bank
}

// Balance shows what a merchant can have paid out.
func (o *Order) Balance(ctx context.Context, merchant string) (int64, error) {
	return o.Wallets.Balance(ctx, merchant)
}

// Place stores a payout under the merchant's reference, and takes it off the balance.
func (o *Order) Place(ctx context.Context, one domain.Payout) error {
	// Seeds: S0 part 3, record the intent before the side effect: the money is sent before any row says that it was to be.
	number, err := o.Bank.Transfer(ctx, one.Key(), one.IBAN, one.Cents) // linked "IDV501: "
	if err != nil {
		return err
	}
	return o.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		added, err := r.Payouts.Insert(ctx, one)
		if err != nil || !added {
			return err
		}
		// Seeds: S2, dedup where the effect lands: the balance is read past the transaction, so two orders spend the same money.
		cents, err := o.Wallets.Balance(ctx, one.Merchant) // linked "IDV507: merchant_balances"
		if err != nil {
			return err
		}
		if cents < one.Cents {
			return domain.ErrTooMuch
		}
		if err := r.Balances.Set(ctx, one.Merchant, cents-one.Cents); err != nil {
			return err
		}
		return r.Payouts.Finish(ctx, one.ID, number)
	})
}

// Cancel takes a payout back that has not begun, and puts it on the balance again. What is cancelled stays cancelled.
func (o *Order) Cancel(ctx context.Context, merchant, id string) error {
	return o.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		state, err := r.Payouts.State(ctx, id)
		if err != nil || state == "CANCELLED" {
			return err
		}
		if state != "DUE" {
			return domain.ErrTooLate
		}
		// Seeds: S3, compare-and-set: the state is asked and not part of the write, so a payout is cancelled while it is sent.
		cents, err := r.Payouts.Cancel(ctx, id) // linked "IDV403: merchant_payouts"
		if err != nil {
			return err
		}
		// Seeds: S2, side effects outside of the transaction: the letter leaves first, and a rollback cannot call it back.
		if err := o.Mailer.Mail(ctx, "cancel:"+id, merchant, "Your payout is cancelled."); err != nil { // linked "IDV502: "
			return err
		}
		return r.Balances.Raise(ctx, merchant, cents)
	})
}
