// Package ackloss derives the id from the message that it answers. However often the message comes, the reminder has one id,
// and whoever sends it drops the second.
package ackloss

import (
	"context"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

var reminders = uuid.MustParse("0c1f3c1e-8a4b-4f0a-9a43-5f0d5c0e7e11")

// Remind asks for a reminder for each loan that is due.
func Remind(ctx context.Context, loans <-chan amqp.Delivery, ch *amqp.Channel) error {
	// docs:begin freshresend-good
	for loan := range loans {
		err := ch.PublishWithContext(ctx, "library", "reminders", true, false, amqp.Publishing{
			MessageId: uuid.NewSHA1(reminders, []byte(loan.MessageId)).String(),
			Body:      loan.Body,
		})
		if err != nil {
			return err
		}
		if err := loan.Ack(false); err != nil {
			return err
		}
	}
	// docs:end freshresend-good
	return ctx.Err()
}
