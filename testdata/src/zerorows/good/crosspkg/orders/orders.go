// Package orders drops the reservations of orders that were cancelled.
package orders

import (
	"context"
	"errors"
	"log"
	"net/http"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/zerorows/good/crosspkg/stock"
)

// Consumer follows cancellations.
type Consumer struct{ shelf *stock.Shelf }

// Handle takes a reservation that is not there for dropped.
func (c *Consumer) Handle(msg jetstream.Msg) {
	if err := c.shelf.Drop(context.Background(), string(msg.Data())); err != nil && !errors.Is(err, stock.ErrGone) {
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

// Button is what a person presses, who is told that there was nothing to drop.
func (c *Consumer) Button(w http.ResponseWriter, r *http.Request) {
	err := c.shelf.Drop(r.Context(), r.PathValue("reservation"))
	switch {
	case errors.Is(err, stock.ErrGone):
		http.Error(w, err.Error(), http.StatusNotFound)
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
