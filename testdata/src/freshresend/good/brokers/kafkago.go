package brokers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/xid"
	"github.com/segmentio/kafka-go"
)

// crossings turns ferry bookings into boarding cards.
type crossings struct {
	in  *kafka.Reader
	out *kafka.Writer
}

// follow names each card by the place of its booking in the log, which is the same on every delivery.
func (c *crossings) follow(ctx context.Context) error {
	for {
		booking, err := c.in.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		card := kafka.Message{
			Topic: "boarding-cards",
			Key:   booking.Key,
			Value: booking.Value,
			Headers: []kafka.Header{
				{Key: "traceparent", Value: []byte(xid.New().String())},
				{Key: "Idempotency-Key", Value: fmt.Appendf(nil, "%s/%d/%d", booking.Topic, booking.Partition, booking.Offset)},
			},
		}
		if err := c.out.WriteMessages(ctx, card); err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, booking); err != nil {
			return err
		}
	}
}

// timetable produces and consumes nothing: each tick is a new message.
func timetable(ctx context.Context, out *kafka.Writer, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			err := out.WriteMessages(ctx, kafka.Message{
				Topic:   "departures",
				Headers: []kafka.Header{{Key: "Idempotency-Key", Value: []byte(xid.New().String())}},
			})
			if err != nil {
				return err
			}
		}
	}
}
