package app

import (
	"context"
	"fmt"

	"example.com/cases/tapped-twice/sound/domain"
)

// Relay sends what is in the outbox.
type Relay struct {
	Outbox    domain.Outbox
	Publisher domain.Publisher
}

// Run sends each event under the id that was stored with it, and marks it afterwards. A crash in between sends it again.
func (r *Relay) Run(ctx context.Context) error {
	events, err := r.Outbox.Unsent(ctx, 100)
	if err != nil {
		return err
	}
	for _, ev := range events {
		if err := r.Publisher.Publish(ctx, ev); err != nil {
			return fmt.Errorf("event %s: %w", ev.ID, err)
		}
		if err := r.Outbox.MarkSent(ctx, ev.ID); err != nil {
			return err
		}
	}
	return nil
}
