package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// disputeFee is what the processor takes for a dispute, in cents.
const disputeFee = 1500

// Callback takes what the processor tells, for up to three days, until it hears that it was heard.
type Callback struct {
	Work  domain.UnitOfWork
	Marks domain.Marks
}

// Take changes what the callback is about, and remembers it.
func (c *Callback) Take(ctx context.Context, cb domain.Callback) error {
	seen, err := c.Marks.Seen(ctx, cb.ID)
	if err != nil || seen {
		return err
	}
	err = c.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		return c.apply(ctx, r, cb)
	})
	if err != nil {
		return err
	}
	// Seeds: S3, two different events: the fee is taken in one store and remembered in another, and a crash in between takes it twice.
	return c.Marks.Mark(ctx, cb.ID) // linked "IDV305: "
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
