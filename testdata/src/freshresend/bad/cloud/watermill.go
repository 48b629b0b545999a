package cloud

import (
	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
)

// tickets answers sold seats with printed tickets. The router publishes what the handlers return, then acks.
type tickets struct{ render func([]byte) ([]byte, error) }

func (t *tickets) register(r *message.Router, sub message.Subscriber, pub message.Publisher) {
	r.AddHandler("print", "seats.sold", sub, "tickets.printed", pub, t.print)
}

func (t *tickets) print(msg *message.Message) ([]*message.Message, error) {
	page, err := t.render(msg.Payload)
	if err != nil {
		return nil, err
	}
	return message.Messages{message.NewMessage(watermill.NewUUID(), page)}, nil // want "IDV201: .*NewMessage"
}

// gate tells the gates of a stadium about seats that moved.
func gate(r *message.Router, sub message.Subscriber, pub message.Publisher) {
	r.AddConsumerHandler("gate", "seats.moved", sub, func(msg *message.Message) error {
		update := message.NewMessage(watermill.NewULID(), msg.Payload) // want "IDV201: .*NewMessage"
		update.SetContext(msg.Context())
		return pub.Publish("gate.updates", update)
	})
}
