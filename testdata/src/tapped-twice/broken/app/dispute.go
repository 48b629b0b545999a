package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Dispute takes back from merchants what buyers dispute.
type Dispute struct {
	Work   domain.UnitOfWork
	Mailer domain.Mailer
}

// Take books the dispute. The letter is sent after the commit, on every delivery, under a key that the provider knows again.
func (d *Dispute) Take(ctx context.Context, ev domain.Event) error {
	err := d.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		// Seeds: S0 part 6, the consumer's two guards: there is no inbox, and the queue's second delivery takes the money again.
		return r.Balances.Raise(ctx, ev.Merchant, ev.Cents) // linked "IDV401: merchant_balances"
	})
	if err != nil {
		return err
	}
	return d.Mailer.Mail(ctx, "dispute:"+ev.ID, ev.Merchant, "A buyer disputes the payment "+ev.Payment+".")
}
