// Package post runs a handler on what a queue delivers. What fails is put aside and comes never again, so an insert that is
// stopped by its own key stops nothing else.
package post

import (
	"context"
	"log/slog"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, body []byte) error
}

// Run runs until the queue is closed.
func Run(ctx context.Context, msgs <-chan amqp.Delivery, h Handler) error {
	for d := range msgs {
		if err := h.Handle(ctx, d.Body); err != nil {
			slog.ErrorContext(ctx, "put aside", "message", d.MessageId, "err", err)
			if err := d.Reject(false); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
