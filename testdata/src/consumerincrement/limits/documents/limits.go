// Package documents adds to a number inside of a document of Firestore.
package documents

import (
	"encoding/json"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
)

type pick struct {
	Row   string  `json:"row"`
	Kilos float64 `json:"kilos"`
}

// scale adds on the side of the server, which is no help against a second delivery.
type scale struct{ fs *firestore.Client }

func (s *scale) weigh(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	_, err := s.fs.Collection("presses").Doc(p.Row).Update(msg.Context(), []firestore.Update{{Path: "kilos", Value: firestore.Increment(p.Kilos)}}) // miss: IDV401 no row can say that what a field is set to is an increment
	return err
}

func (s *scale) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("press", "baskets.pressed", sub, s.weigh)
}
