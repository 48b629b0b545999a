package app

import (
	"context"
	"fmt"

	"example.com/cases/tapped-twice/broken/domain"
)

// Credit gives merchants what they have earned, and plans what buyers are told.
type Credit struct {
	Work     domain.UnitOfWork
	Inbox    domain.Inbox
	Credits  domain.Credits
	Balances domain.Balances
	Notices  domain.Notices
	Notify   *Notify
}

// Take credits an event once, and tells the buyer.
func (c *Credit) Take(ctx context.Context, ev domain.Event) error {
	return c.Work.Do(ctx, func(ctx context.Context) error {
		first, err := c.Inbox.Claim(ctx, "credit", ev.ID)
		if err != nil || !first {
			return err
		}
		if err := c.Credits.Add(ctx, ev.Merchant, ev.ID, ev.Cents); err != nil {
			return err
		}
		if err := c.Balances.Raise(ctx, ev.Merchant, ev.Cents); err != nil {
			return err
		}
		if err := c.plan(ctx, ev); err != nil {
			return err
		}
		// Seeds: S2, consumer-side deduplication: the push leaves while the transaction is open, and a rollback cannot call it back.
		return c.Notify.Finish(ctx, ev.ID) // linked "IDV502: "
	})
}

func (c *Credit) plan(ctx context.Context, ev domain.Event) error {
	text := fmt.Sprintf("%s: %d cents", ev.Kind, ev.Cents)
	for _, channel := range []string{"push", "mail"} {
		n := domain.Notice{Event: ev.ID, Channel: channel, Buyer: ev.Buyer, Payment: ev.Payment, Text: text}
		if err := c.Notices.Plan(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
