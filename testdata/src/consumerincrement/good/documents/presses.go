package documents

import (
	"encoding/json"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
)

// credit keeps baskets as a set, and the greatest of all: both are the same after the second time.
func (s *scale) credit(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	_, err := s.fs.Collection("pickers").Doc(p.By).Update(msg.Context(), []firestore.Update{
		{Path: "baskets", Value: firestore.ArrayUnion(p.ID)},
		{Path: "heaviest", Value: firestore.FieldTransformMaximum(p.Kilos)},
	})
	return err
}

func (s *scale) credits(r *message.Router, sub message.Subscriber) {
	r.AddConsumerHandler("credit", "baskets.credited", sub, s.credit)
}
