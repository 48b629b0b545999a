// Package queue runs what is registered, as messages come.
package queue

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/tworegistries/bad/verbs"
)

// Run runs.
func Run(ctx context.Context, msgs <-chan amqp.Delivery, reg *verbs.Registry) error {
	for d := range msgs {
		do, ok := reg.Get(d.Type)
		if !ok {
			_ = d.Reject(false)
			continue
		}
		if err := do(ctx, d.MessageId, d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
