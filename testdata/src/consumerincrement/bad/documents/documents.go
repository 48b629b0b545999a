// Package documents adds to numbers and lists inside of documents.
package documents

import (
	"context"
	"encoding/json"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type pick struct {
	Row   string  `json:"row"`
	Kilos float64 `json:"kilos"`
	By    string  `json:"by"`
}

// harvest has a document for each row of vines.
type harvest struct{ rows *mongo.Collection }

func newHarvest(db *mongo.Database) *harvest {
	return &harvest{rows: db.Collection("vine_rows")}
}

// add creates the document with the first basket; that is no mark of the basket.
func (h *harvest) add(ctx context.Context, p pick) error {
	change := bson.D{{Key: "$inc", Value: bson.D{{Key: "kilos", Value: p.Kilos}}}}
	_, err := h.rows.UpdateOne(ctx, bson.M{"_id": p.Row}, change, options.UpdateOne().SetUpsert(true)) // want "IDV401: .*vine_rows"
	return err
}

// sign appends the name of whoever picked.
func (h *harvest) sign(ctx context.Context, p pick) error {
	return h.rows.FindOneAndUpdate(ctx, bson.M{"_id": p.Row}, bson.M{"$push": bson.M{"by": p.By}}).Err() // want "IDV401: .*vine_rows"
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
