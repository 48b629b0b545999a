package brokers

import (
	"context"
	"errors"
	"io"

	"github.com/rs/xid"
	"github.com/segmentio/kafka-go"
)

// crossings turns ferry bookings into boarding cards.
type crossings struct {
	in  *kafka.Reader
	out *kafka.Writer
}

// follow commits each offset by hand, after the card was written.
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
				{Key: "content-type", Value: []byte("application/json")},
				{Key: "Idempotency-Key", Value: []byte(xid.New().String())}, // want "IDV201: .*Idempotency-Key"
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
