package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Notify tells buyers what is planned for them.
type Notify struct {
	Notices  domain.Notices
	Channels map[string]domain.Messenger
}

// Finish sends the notices of an event that are not sent. A crash before the mark sends one again; it takes the place of the first.
func (n *Notify) Finish(ctx context.Context, event string) error {
	open, err := n.Notices.Pending(ctx, event)
	if err != nil {
		return err
	}
	for _, notice := range open {
		if err := n.Channels[notice.Channel].Tell(ctx, notice); err != nil {
			return err
		}
		if err := n.Notices.MarkSent(ctx, notice.Event, notice.Channel); err != nil {
			return err
		}
	}
	return nil
}
