// Package run takes what it needs as arguments of one function: where messages come from, and what is done with them.
package run

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// All runs h on all messages.
func All(ctx context.Context, msgs <-chan amqp.Delivery, h Handler) error {
	for d := range msgs {
		if err := h.Handle(ctx, d.MessageId, d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
