// Package inbox runs handlers on what a stream delivers. A function type implements the interface, and others wrap it.
package inbox

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// Func is a function that is a Handler.
type Func func(ctx context.Context, id string, data []byte) error

// Handle calls f.
func (f Func) Handle(ctx context.Context, id string, data []byte) error { return f(ctx, id, data) }

// Wrap is what goes around a handler.
type Wrap func(Handler) Handler

// Chain puts the wraps around h, the first outermost.
func Chain(h Handler, wraps ...Wrap) Handler {
	for i := len(wraps) - 1; i >= 0; i-- {
		h = wraps[i](h)
	}
	return h
}

// Logged tells of errors.
func Logged(next Handler) Handler {
	return Func(func(ctx context.Context, id string, data []byte) error {
		err := next.Handle(ctx, id, data)
		if err != nil {
			slog.ErrorContext(ctx, "message failed", "id", id, "err", err)
		}
		return err
	})
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
