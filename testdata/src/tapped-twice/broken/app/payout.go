package app

import (
	"context"
	"errors"

	"example.com/cases/tapped-twice/broken/domain"
)

// Payout sends merchants their money.
type Payout struct {
	Payouts domain.Payouts
	Bank    domain.Bank
	Mailer  domain.Mailer
}

// Run sends what is due.
func (p *Payout) Run(ctx context.Context) error {
	stuck := p.Payouts.Requeue(ctx)
	due, err := p.Payouts.Due(ctx, 100)
	errs := []error{stuck, err}
	for _, one := range due {
		errs = append(errs, p.send(ctx, one))
	}
	return errors.Join(errs...)
}

func (p *Payout) send(ctx context.Context, one domain.Payout) error {
	// Seeds: S2, compare-and-set: who did not win the row sends the money just the same.
	if _, err := p.Payouts.Begin(ctx, one.ID); err != nil { // linked "IDV308: merchant_payouts"
		return err
	}
	number, err := p.Bank.Transfer(ctx, one.Key(), one.IBAN, one.Cents)
	if err != nil {
		return err
	}
	if err := p.Mailer.Mail(ctx, "payout:"+one.ID, one.Merchant, "Your money is on its way."); err != nil {
		return err
	}
	return p.Payouts.Finish(ctx, one.ID, number)
}
