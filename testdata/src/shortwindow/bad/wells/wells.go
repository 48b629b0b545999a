// Package wells counts buckets of water. What fails waits in a queue of its own for half an hour before it comes back.
package wells

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

// declare makes the queue, and the one in which failed messages wait.
func declare(ch *amqp.Channel) error {
	_, err := ch.QueueDeclare("buckets", true, false, false, false, amqp.Table{
		"x-dead-letter-exchange":    "",
		"x-dead-letter-routing-key": "buckets.later",
	})
	if err != nil {
		return err
	}
	_, err = ch.QueueDeclare("buckets.later", true, false, false, false, amqp.Table{
		"x-message-ttl":             int32(30 * 60 * 1000),
		"x-dead-letter-exchange":    "",
		"x-dead-letter-routing-key": "buckets",
	})
	return err
}

type keeper struct{ levels *levels }

func (k *keeper) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := k.levels.draw(ctx, d.MessageId, string(d.Body), 1); err != nil {
			if err := d.Nack(false, false); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
