// Package post runs a handler on what a stream delivers. What fails is put aside and comes never again, so an insert that is
// stopped by its own key stops nothing else.
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
		if err := h.Handle(context.Background(), msg.Data()); err != nil {
			slog.Error("put aside", "subject", msg.Subject(), "err", err)
			_ = msg.Term()
			return
		}
		_ = msg.Ack()
	})
}
