package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Notify tells buyers what is planned for them.
type Notify struct {
	Notices    domain.Notices
	Push, Mail domain.Messenger
}

// Finish sends the notices of an event that are not sent. A crash before the mark sends one again; it takes the place of the first.
func (n *Notify) Finish(ctx context.Context, event string) error {
	open, err := n.Notices.Pending(ctx, event)
	if err != nil {
		return err
	}
	for _, notice := range open {
		if err := n.tell(ctx, notice); err != nil {
			return err
		}
		if err := n.Notices.MarkSent(ctx, notice.Event, notice.Channel); err != nil {
			return err
		}
	}
	return nil
}

func (n *Notify) tell(ctx context.Context, notice domain.Notice) error {
	if notice.Channel == "push" {
		return n.Push.Tell(ctx, notice)
	}
	return n.Mail.Tell(ctx, notice)
}
