// Package group consumes with a consumer group; what is done with a message is in other packages.
package group

import (
	"context"

	"github.com/IBM/sarama"
)

// Sink takes one message.
type Sink interface {
	Take(ctx context.Context, key, value []byte) error
}

// Consumer implements sarama.ConsumerGroupHandler.
type Consumer struct{ sink Sink }

// New makes a consumer for sink.
func New(sink Sink) *Consumer { return &Consumer{sink: sink} }

// Setup does nothing.
func (c *Consumer) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup does nothing.
func (c *Consumer) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim takes the messages of one partition in order.
func (c *Consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := c.sink.Take(s.Context(), m.Key, m.Value); err != nil { // linked "IDV402: "
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}
