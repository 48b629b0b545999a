package app

import (
	"context"
	"fmt"

	"example.com/cases/tapped-twice/sound/domain"
)

// Credit gives merchants what they have earned, and tells buyers.
type Credit struct {
	Intake domain.Intake
	Notify *Notify
}

// Take credits an event once. The notices are looked at on every delivery: the first may have died before they were sent.
func (c *Credit) Take(ctx context.Context, ev domain.Event) error {
	if _, err := c.Intake.Credit(ctx, ev, plan(ev)); err != nil {
		return err
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
