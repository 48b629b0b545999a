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

// Take credits an event once.
func (c *Credit) Take(ctx context.Context, ev domain.Event) error {
	var first bool
	err := c.Work.Do(ctx, func(ctx context.Context) (err error) {
		if first, err = c.Inbox.Claim(ctx, "credit", ev.ID); err != nil || !first {
			return err
		}
		if err := c.Credits.Add(ctx, ev.Merchant, ev.ID, ev.Cents); err != nil {
			return err
		}
		if err := c.Balances.Raise(ctx, ev.Merchant, ev.Cents); err != nil {
			return err
		}
		return c.plan(ctx, ev)
	})
	// Seeds: S0 part 7, ready means notified: the first delivery died before it told the buyer, and the next is done too early.
	if err != nil || !first { // linked "IDV405: "
		return err
	}
	return c.Notify.Finish(ctx, ev.ID)
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
