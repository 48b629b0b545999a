// Package post runs a handler on what a stream delivers. What fails comes again, also if it failed because it was done before.
package post

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, body []byte) error
}

// Start runs a handler.
func Start(cons jetstream.Consumer, h Handler) (jetstream.ConsumeContext, error) {
	return cons.Consume(func(msg jetstream.Msg) {
		if err := h.Handle(context.Background(), msg.Data()); err != nil { // linked "IDV304: laid_eggs"
			slog.Error("once more", "subject", msg.Subject(), "err", err)
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}
