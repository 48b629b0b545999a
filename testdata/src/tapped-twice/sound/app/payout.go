package app

import (
	"context"
	"errors"

	"example.com/cases/tapped-twice/sound/domain"
)

// Payout sends merchants their money.
type Payout struct {
	Payouts domain.Payouts
	Bank    domain.Bank
	Mailer  domain.Mailer
}

// Run sends what is due. Only who has moved the row sends, and a payout that got stuck goes again under the same key.
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
	mine, err := p.Payouts.Begin(ctx, one.ID)
	if err != nil || !mine {
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
