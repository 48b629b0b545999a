// Package print has books printed. It leaves an order to the attempt that stored it.
package print

import (
	"errors"

	"example.com/cases/duplicatestops/bad/crosspkg/books"
	"github.com/ThreeDotsLabs/watermill/message"
)

type press struct {
	shop *books.Shop
	pub  message.Publisher
}

func (p *press) order(msg *message.Message) error {
	if err := p.shop.Order(msg.Context(), msg.UUID, string(msg.Payload)); err != nil {
		if errors.Is(err, books.ErrKnown) {
			return nil // want "IDV405: .*(book_orders|Order|Publish)"
		}
		return err
	}
	return p.pub.Publish("print", message.NewMessage(msg.UUID, msg.Payload))
}

func (p *press) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("order", "orders", sub, p.order)
}
