package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// disputeFee is what the processor takes for a dispute, in cents.
const disputeFee = 1500

// Callback takes what the processor tells, for up to three days, until it hears that it was heard.
type Callback struct {
	Work  domain.UnitOfWork
	Marks domain.Marks
}

// Take remembers the callback in the transaction of what it changes. The mark only saves the way to the database.
func (c *Callback) Take(ctx context.Context, cb domain.Callback) error {
	seen, err := c.Marks.Seen(ctx, cb.ID)
	if err != nil || seen {
		return err
	}
	err = c.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		first, err := r.Inbox.Claim(ctx, "processor", cb.ID)
		if err != nil || !first {
			return err
		}
		return c.apply(ctx, r, cb)
	})
	if err != nil {
		return err
	}
	return c.Marks.Mark(ctx, cb.ID)
}

func (c *Callback) apply(ctx context.Context, r domain.Repos, cb domain.Callback) error {
	pay, err := r.Payments.Get(ctx, cb.Payment)
	if err != nil {
		return err
	}
	switch cb.Outcome {
	case "failed":
		_, err := r.Payments.Move(ctx, pay.ID, domain.Failed, "")
		return err
	case "disputed":
		if err := r.Balances.Raise(ctx, pay.Merchant, -disputeFee); err != nil {
			return err
		}
		return r.Outbox.Add(ctx, domain.Disputed(*pay))
	}
	return book(ctx, r, *pay, cb.Charge)
}
