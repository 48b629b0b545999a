// Package orders drops the reservations of orders that were cancelled.
package orders

import (
	"context"
	"log"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/zerorows/bad/crosspkg/stock"
)

// Consumer follows cancellations.
type Consumer struct{ shelf *stock.Shelf }

// Handle has a cancellation delivered again if its reservation is not there.
func (c *Consumer) Handle(msg jetstream.Msg) {
	if err := c.shelf.Drop(context.Background(), string(msg.Data())); err != nil { // want "IDV304: .*reservations"
		log.Printf("cancellation: %v", err)
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}

// Start begins to follow.
func (c *Consumer) Start(cancelled jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cancelled.Consume(c.Handle)
}
