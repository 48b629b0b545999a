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
	return d.Work.Do(ctx, func(ctx context.Context) error {
		first, err := d.Inbox.Claim(ctx, "dispute", ev.ID)
		if err != nil || !first {
			return err
		}
		if err := d.Ledger.Post(ctx, ev.ID, "merchant:"+ev.Merchant, ev.Cents); err != nil {
			return err
		}
		// Seeds: S2, consumer-side deduplication: the letter leaves while the transaction is open, and a rollback cannot call it back.
		if err := d.Mailer.Mail(ctx, "dispute:"+ev.ID, ev.Merchant, "A buyer disputes the payment "+ev.Payment+"."); err != nil { // linked "IDV502: "
			return err
		}
		return d.Balances.Raise(ctx, ev.Merchant, ev.Cents)
	})
}
