// Package inbox runs handlers on what a stream delivers. A queue runs some of
// them; a command runs others, each line once: what those add is not repeated.
package inbox

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// RunOnce runs h on a line that somebody has typed.
func RunOnce(ctx context.Context, h Handler, line string) error {
	return h.Handle(ctx, "", []byte(line))
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
