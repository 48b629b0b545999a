package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Dispute takes back from merchants what buyers dispute.
type Dispute struct {
	Work   domain.UnitOfWork
	Mailer domain.Mailer
}

// Take moves the payment and takes the money back with it. On a repeat the payment has moved, and only the letter is left to
// be sent, under a key that the provider knows again.
func (d *Dispute) Take(ctx context.Context, ev domain.Event) error {
	err := d.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		moved, err := r.Payments.Dispute(ctx, ev.Payment)
		if err != nil || !moved {
			return err
		}
		return r.Balances.Raise(ctx, ev.Merchant, ev.Cents)
	})
	if err != nil {
		return err
	}
	return d.Mailer.Mail(ctx, "dispute:"+ev.ID, ev.Merchant, "A buyer disputes the payment "+ev.Payment+".")
}
