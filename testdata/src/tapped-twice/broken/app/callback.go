package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Callback takes what the processor tells, for up to three days, until it hears that it was heard.
type Callback struct {
	Work     domain.UnitOfWork
	Inbox    domain.Inbox
	Payments domain.Payments
	Outbox   domain.Outbox
	Settle   *Settle
}

// Take remembers the callback, and then changes what it is about.
func (c *Callback) Take(ctx context.Context, cb domain.Callback) error {
	// Seeds: S3, two different events: the mark is committed alone, and a crash before the change makes every redelivery a duplicate.
	first, err := c.Inbox.Claim(ctx, "processor", cb.ID) // linked "IDV305: processed_events"
	if err != nil || !first {
		return err
	}
	return c.Work.Do(ctx, func(ctx context.Context) error {
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
