// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"strconv"

	amqp "github.com/rabbitmq/amqp091-go"
)

// memory remembers names; what it is for stands in its documentation only.
type memory interface {
	Note(ctx context.Context, name string) (known bool, err error)
}

func noted(ctx context.Context, in <-chan amqp.Delivery, m memory, work func([]byte) error) error {
	for d := range in {
		known, err := m.Note(ctx, strconv.FormatUint(d.DeliveryTag, 10)) // miss: IDV202 nothing in the method's name says that it deduplicates
		if err != nil {
			return err
		}
		if !known {
			if err := work(d.Body); err != nil {
				return err
			}
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// task is what the consumer makes of a delivery. The tag travels under another name, through a channel.
type task struct {
	number uint64
	body   []byte
}

func queue(in <-chan amqp.Delivery, out chan<- task) {
	for d := range in {
		out <- task{number: d.DeliveryTag, body: d.Body}
	}
}

func work(ctx context.Context, in <-chan task, inbox interface {
	Once(ctx context.Context, id uint64, fn func() error) error
}, do func([]byte) error) error {
	for t := range in {
		err := inbox.Once(ctx, t.number, func() error { return do(t.body) }) // miss: IDV202 values are not followed through channels
		if err != nil {
			return err
		}
	}
	return nil
}
