package docs

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// cellar counts its barrels in one document, which the first start makes. Of two that start at once one is refused, and content.
type cellar struct{ counts *mongo.Collection }

func (c *cellar) open(ctx context.Context) error {
	err := c.counts.FindOne(ctx, bson.M{"_id": "barrels"}).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		if _, err = c.counts.InsertOne(ctx, bson.M{"_id": "barrels", "n": 0}); mongo.IsDuplicateKeyError(err) {
			return nil
		}
	}
	return err
}
