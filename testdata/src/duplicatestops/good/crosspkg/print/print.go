// Package print has books printed, also when the order is known.
package print

import (
	"errors"

	"example.com/cases/duplicatestops/good/crosspkg/books"
	"github.com/ThreeDotsLabs/watermill/message"
)

type press struct {
	shop *books.Shop
	pub  message.Publisher
}

func (p *press) order(msg *message.Message) error {
	err := p.shop.Order(msg.Context(), msg.UUID, string(msg.Payload))
	if err != nil && !errors.Is(err, books.ErrKnown) {
		return err
	}
	return p.pub.Publish("print", message.NewMessage(msg.UUID, msg.Payload))
}

// list stores only. There is nothing after it that a known order would miss.
func (p *press) list(msg *message.Message) error {
	err := p.shop.Order(msg.Context(), msg.UUID, string(msg.Payload))
	if errors.Is(err, books.ErrKnown) {
		return nil
	}
	return err
}

func (p *press) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("order", "orders", sub, p.order)
	r.AddNoPublisherHandler("list", "lists", sub, p.list)
}
