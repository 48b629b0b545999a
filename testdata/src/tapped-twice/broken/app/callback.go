package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Callback takes what the processor tells, for up to three days, until it hears that it was heard.
type Callback struct{ Work domain.UnitOfWork }

// Take remembers the callback in the transaction of what it changes.
func (c *Callback) Take(ctx context.Context, cb domain.Callback) error {
	return c.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		first, err := r.Inbox.Claim(ctx, "processor", cb.ID)
		if err != nil || !first {
			return err
		}
		pay, err := r.Payments.Get(ctx, cb.Payment)
		if err != nil {
			return err
		}
		switch cb.Outcome {
		case "failed":
			_, err := r.Payments.Move(ctx, pay.ID, domain.Failed, "")
			return err
		case "disputed":
			return r.Outbox.Add(ctx, domain.Disputed(*pay))
		}
		return book(ctx, r, *pay, cb.Charge)
	})
}
