package documents

import (
	"encoding/json"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
)

// scale adds on the side of the server, which is no help against a second delivery.
type scale struct{ fs *firestore.Client }

func (s *scale) weigh(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	_, err := s.fs.Collection("presses").Doc(p.Row).Update(msg.Context(), []firestore.Update{{Path: "kilos", Value: firestore.Increment(p.Kilos)}}) // want "IDV401: .*presses"
	return err
}

// count does so with a list that is built first.
func (s *scale) count(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	changes := []firestore.Update{
		{Path: "last", Value: p.By},
		{Path: "baskets", Value: firestore.Increment(1)},
	}
	_, err := s.fs.Collection("pickers").Doc(p.By).Update(msg.Context(), changes) // want "IDV401: .*pickers"
	return err
}

func (s *scale) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("press", "baskets.pressed", sub, s.weigh)
	r.AddConsumerHandler("count", "baskets.counted", sub, s.count)
}
