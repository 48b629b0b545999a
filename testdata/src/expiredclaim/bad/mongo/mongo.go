// Package mongo has an index that deletes documents at their end: within a minute, or later when the server is busy.
package mongo

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var errUnknown = errors.New("unknown or used")

// bids are offers that hold for thirty seconds.
type bids struct{ coll *mongo.Collection }

type bid struct {
	ID    string    `bson:"_id"`
	Lot   string    `bson:"lot"`
	Cents int64     `bson:"cents"`
	Until time.Time `bson:"until"`
}

func newBids(ctx context.Context, db *mongo.Database) (*bids, error) {
	b := &bids{coll: db.Collection("bids")}
	_, err := b.coll.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "until", Value: 1}}, Options: options.Index().SetExpireAfterSeconds(0)})
	return b, err
}

func (b *bids) place(ctx context.Context, id, lot string, cents int64) error {
	_, err := b.coll.InsertOne(ctx, bid{ID: id, Lot: lot, Cents: cents, Until: time.Now().Add(30 * time.Second)})
	return err
}

// accept takes a bid that may have ended.
func (b *bids) accept(ctx context.Context, id string) (*bid, error) {
	var taken bid
	err := b.coll.FindOneAndDelete(ctx, bson.M{"_id": id}).Decode(&taken) // want "IDV307: .*bids"
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, errUnknown
	}
	return &taken, err
}
