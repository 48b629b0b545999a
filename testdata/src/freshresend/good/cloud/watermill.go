package cloud

import (
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
)

// tickets answers sold seats with printed tickets. The router publishes what the handlers return, then acks.
type tickets struct{ render func([]byte) ([]byte, error) }

func (t *tickets) register(r *message.Router, sub message.Subscriber, pub message.Publisher) {
	r.AddHandler("print", "seats.sold", sub, "tickets.printed", pub, t.print)
	r.AddConsumerHandler("gate", "seats.moved", sub, func(msg *message.Message) error {
		update := message.NewMessage(msg.UUID, msg.Payload)
		update.SetContext(msg.Context())
		update.Metadata.Set("forwarded_at", time.Now().Format(time.RFC3339))
		return pub.Publish("gate.updates", update)
	})
}

func (t *tickets) print(msg *message.Message) ([]*message.Message, error) {
	page, err := t.render(msg.Payload)
	if err != nil {
		return nil, err
	}
	return message.Messages{message.NewMessage("printed:"+msg.UUID, page)}, nil
}

// sell is called by the counter, once for a sale: the message is the first of its kind.
func sell(pub message.Publisher, seat []byte) error {
	return pub.Publish("seats.sold", message.NewMessage(watermill.NewUUID(), seat))
}
