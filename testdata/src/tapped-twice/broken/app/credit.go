package app

import (
	"context"
	"fmt"

	"example.com/cases/tapped-twice/broken/domain"
)

// Credit gives merchants what they have earned, and tells buyers.
type Credit struct {
	Intake domain.Intake
	Notify *Notify
}

// Take credits an event once, and tells the buyer.
func (c *Credit) Take(ctx context.Context, ev domain.Event) error {
	// Seeds: S0 part 7, ready means notified: the first delivery died before the notices, and the next one stops before them too.
	first, err := c.Intake.Credit(ctx, ev, plan(ev))
	if err != nil {
		return err
	}
	if !first {
		return nil // linked "IDV405: "
	}
	return c.Notify.Finish(ctx, ev.ID)
}

func plan(ev domain.Event) []domain.Notice {
	text := fmt.Sprintf("%s: %d cents", ev.Kind, ev.Cents)
	var all []domain.Notice
	for _, channel := range []string{"push", "mail"} {
		all = append(all, domain.Notice{Event: ev.ID, Channel: channel, Buyer: ev.Buyer, Payment: ev.Payment, Text: text})
	}
	return all
}
