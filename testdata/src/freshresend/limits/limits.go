// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Whether the caller of a handler repeats it, and how the request is named, is agreed between people.
type gateway interface {
	Forward(ctx context.Context, reference string, body []byte) error
}

func agreed(ctx context.Context, in <-chan amqp.Delivery, g gateway) error {
	for d := range in {
		if err := g.Forward(ctx, uuid.NewString(), d.Body); err != nil { // miss: IDV201 nothing says that the receiver deduplicates by this parameter
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// The id is a part of a text that is put together by hand.
func text(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		body := fmt.Sprintf(`{"idempotency_key":%q,"order":%q}`, uuid.NewString(), d.Body) // miss: IDV201 names inside of a text are not read
		if err := ch.PublishWithContext(ctx, "", "orders", true, false, amqp.Publishing{Body: []byte(body)}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// The deliveries are handed over to workers through a channel of another type.
type order struct {
	raw  json.RawMessage
	done func(error)
}

func distribute(in <-chan amqp.Delivery, work chan<- order) {
	for d := range in {
		work <- order{raw: d.Body, done: func(err error) {
			if err != nil {
				_ = d.Nack(false, true)
				return
			}
			_ = d.Ack(false)
		}}
	}
}

func worker(ctx context.Context, work <-chan order, ch *amqp.Channel) {
	for o := range work {
		out := amqp.Publishing{
			MessageId: uuid.NewString(), // miss: IDV201 deliveries are not followed through channels of another type
			Body:      o.raw,
		}
		o.done(ch.PublishWithContext(ctx, "", "orders", true, false, out))
	}
}

// A sweep over a work list in a file.
func replay(ctx context.Context, unsent []string, g interface {
	Order(ctx context.Context, dish, idempotencyKey string) error
}) error {
	for _, dish := range unsent {
		if err := g.Order(ctx, dish, uuid.NewString()); err != nil { // miss: IDV201 that the list is what an earlier run left over is not visible
			return err
		}
	}
	return nil
}
