package app

import (
	"context"
	"errors"

	"example.com/cases/tapped-twice/broken/domain"
)

var errMoved = errors.New("the payment has moved")

// Dispute takes back from merchants what buyers dispute.
type Dispute struct {
	Work   domain.UnitOfWork
	Mailer domain.Mailer
}

// Take moves the payment and takes the money back with it.
func (d *Dispute) Take(ctx context.Context, ev domain.Event) error {
	err := d.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		// Seeds: S3, conditional writes: the repeat finds the payment moved, which is success, and is told to come again for ever.
		moved, err := r.Payments.Dispute(ctx, ev.Payment) // linked "IDV304: payments"
		if err != nil {
			return err
		}
		if !moved {
			return errMoved
		}
		return r.Balances.Raise(ctx, ev.Merchant, ev.Cents)
	})
	if err != nil {
		return err
	}
	return d.Mailer.Mail(ctx, "dispute:"+ev.ID, ev.Merchant, "A buyer disputes the payment "+ev.Payment+".")
}
