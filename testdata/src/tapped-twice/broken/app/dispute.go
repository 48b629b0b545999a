package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Dispute takes back from merchants what buyers dispute.
type Dispute struct {
	Work     domain.UnitOfWork
	Inbox    domain.Inbox
	Ledger   domain.Ledger
	Balances domain.Balances
	Mailer   domain.Mailer
}

// Take books the dispute once, and writes to the merchant.
func (d *Dispute) Take(ctx context.Context, ev domain.Event) error {
	var first bool
	err := d.Work.Do(ctx, func(ctx context.Context) (err error) {
		if first, err = d.Inbox.Claim(ctx, "dispute", ev.ID); err != nil || !first {
			return err
		}
		if err := d.Ledger.Post(ctx, ev.ID, "merchant:"+ev.Merchant, ev.Cents); err != nil {
			return err
		}
		return d.Balances.Raise(ctx, ev.Merchant, ev.Cents)
	})
	// Seeds: S0 part 7, ready means notified: the first delivery died before the letter, and the next one stops before it too.
	if err != nil || !first { // linked "IDV405: "
		return err
	}
	return d.Mailer.Mail(ctx, "dispute:"+ev.ID, ev.Merchant, "A buyer disputes the payment "+ev.Payment+".")
}
