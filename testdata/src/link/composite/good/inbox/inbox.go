// Package inbox runs handlers on what a stream delivers. One handler is made of many.
package inbox

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// Many is all of its handlers, one after the other.
type Many []Handler

// Handle stops at the first that fails.
func (m Many) Handle(ctx context.Context, id string, data []byte) error {
	for _, h := range m {
		if err := h.Handle(ctx, id, data); err != nil {
			return err
		}
	}
	return nil
}

// Consume runs h.
func Consume(cons jetstream.Consumer, h Handler) (jetstream.ConsumeContext, error) {
	return cons.Consume(func(msg jetstream.Msg) {
		if err := h.Handle(context.Background(), msg.Headers().Get("Nats-Msg-Id"), msg.Data()); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}
