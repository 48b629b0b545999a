// Package documents adds to numbers inside of documents that know what was added.
package documents

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type pick struct {
	ID    string  `json:"id"`
	Row   string  `json:"row"`
	Kilos float64 `json:"kilos"`
	By    string  `json:"by"`
}

// harvest has a document for each row of vines, made when the vines are planted.
type harvest struct{ rows *mongo.Collection }

func newHarvest(db *mongo.Database) *harvest {
	return &harvest{rows: db.Collection("vine_rows")}
}

// add keeps the baskets beside the sum: a document that knows the basket is not matched.
func (h *harvest) add(ctx context.Context, p pick) error {
	filter := bson.M{"_id": p.Row, "baskets": bson.M{"$ne": p.ID}}
	change := bson.D{
		{Key: "$inc", Value: bson.D{{Key: "kilos", Value: p.Kilos}}},
		{Key: "$push", Value: bson.D{{Key: "baskets", Value: p.ID}}},
	}
	_, err := h.rows.UpdateOne(ctx, filter, change)
	return err
}

// sign keeps names as a set.
func (h *harvest) sign(ctx context.Context, p pick) error {
	return h.rows.FindOneAndUpdate(ctx, bson.M{"_id": p.Row}, bson.M{"$addToSet": bson.M{"by": p.By}}).Err()
}

// heaviest keeps the greatest of all, which is the same after the second time.
func (h *harvest) heaviest(ctx context.Context, p pick) error {
	_, err := h.rows.UpdateOne(ctx, bson.M{"_id": p.Row}, bson.M{"$max": bson.M{"heaviest": p.Kilos}})
	return err
}

type cellar struct{ harvest *harvest }

func (c *cellar) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("weigh", "baskets.weighed", sub, c.weighed)
}

func (c *cellar) weighed(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	if err := c.harvest.heaviest(msg.Context(), p); err != nil {
		return err
	}
	return c.harvest.add(msg.Context(), p)
}

func (c *cellar) signatures(names jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return names.Consume(func(msg jetstream.Msg) {
		var p pick
		if err := json.Unmarshal(msg.Data(), &p); err != nil {
			_ = msg.Term()
			return
		}
		if err := c.harvest.sign(context.Background(), p); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

// scale has a document for each basket, created in the transaction that adds.
type scale struct{ fs *firestore.Client }

func (s *scale) weigh(msg *message.Message) error {
	var p pick
	if err := json.Unmarshal(msg.Payload, &p); err != nil {
		return nil
	}
	basket := s.fs.Collection("baskets").Doc(p.ID)
	press := s.fs.Collection("presses").Doc(p.Row)
	err := s.fs.RunTransaction(msg.Context(), func(_ context.Context, tx *firestore.Transaction) error {
		if err := tx.Create(basket, map[string]any{"kilos": p.Kilos}); err != nil {
			return err
		}
		return tx.Update(press, []firestore.Update{{Path: "kilos", Value: firestore.Increment(p.Kilos)}})
	})
	if status.Code(err) == codes.AlreadyExists {
		return nil
	}
	return err
}

func (s *scale) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("press", "baskets.pressed", sub, s.weigh)
}
