// Package rabbit publishes notices on an exchange.
package rabbit

import (
	"context"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Exchange implements relay.Sender.
type Exchange struct{ Channel *amqp.Channel }

// Send publishes a notice.
func (e *Exchange) Send(ctx context.Context, harbour, text string) error {
	return e.Channel.PublishWithContext(ctx, "ferries", harbour, true, false, amqp.Publishing{
		MessageId: uuid.NewString(), // linked "IDV201: MessageId"
		Body:      []byte(text),
	})
}
