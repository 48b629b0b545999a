package stores

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Mongo keeps racks in documents.
type Mongo struct{ DB *mongo.Database }

// Holder looks up who has the rack.
func (m *Mongo) Holder(ctx context.Context, rack string) (string, error) {
	var doc struct {
		Who string `bson:"who"`
	}
	err := m.DB.Collection("racks").FindOne(ctx, bson.M{"rack": rack}).Decode(&doc)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return "", nil
	}
	return doc.Who, err
}

// Take writes who has the rack.
func (m *Mongo) Take(ctx context.Context, rack, who string) error {
	_, err := m.DB.Collection("racks").InsertOne(ctx, bson.M{"rack": rack, "who": who})
	return err
}
