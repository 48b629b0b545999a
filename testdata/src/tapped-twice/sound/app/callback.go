package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Callback takes what the processor tells, for up to three days, until it hears that it was heard.
type Callback struct {
	Work     domain.UnitOfWork
	Inbox    domain.Inbox
	Payments domain.Payments
	Outbox   domain.Outbox
	Settle   *Settle
}

// Take remembers the callback together with what it changes.
func (c *Callback) Take(ctx context.Context, cb domain.Callback) error {
	return c.Work.Do(ctx, func(ctx context.Context) error {
		first, err := c.Inbox.Claim(ctx, "processor", cb.ID)
		if err != nil || !first {
			return err
		}
		pay, err := c.Payments.Get(ctx, cb.Payment)
		if err != nil {
			return err
		}
		switch cb.Outcome {
		case "failed":
			return c.Settle.Refused(ctx, *pay)
		case "disputed":
			return c.Outbox.Add(ctx, domain.Disputed(*pay))
		}
		return c.Settle.Succeeded(ctx, *pay, cb.Charge)
	})
}
