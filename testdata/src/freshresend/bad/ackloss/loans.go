// Package ackloss is the plainest form of the mistake: a consumer sends on under a new id. When its acknowledgement is lost,
// the message comes again, and the reminder goes out twice under two ids.
package ackloss

import (
	"context"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Remind asks for a reminder for each loan that is due.
func Remind(ctx context.Context, loans <-chan amqp.Delivery, ch *amqp.Channel) error {
	// docs:begin freshresend-bad
	for loan := range loans {
		err := ch.PublishWithContext(ctx, "library", "reminders", true, false, amqp.Publishing{
			MessageId: uuid.NewString(), // want "IDV201: .*MessageId .*uuid.NewString"
			Body:      loan.Body,
		})
		if err != nil {
			return err
		}
		if err := loan.Ack(false); err != nil {
			return err
		}
	}
	// docs:end freshresend-bad
	return ctx.Err()
}
