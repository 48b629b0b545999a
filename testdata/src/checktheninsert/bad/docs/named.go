package docs

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// cellar counts its barrels in one document, which the first start makes.
type cellar struct{ counts *mongo.Collection }

func (c *cellar) open(ctx context.Context) error {
	err := c.counts.FindOne(ctx, bson.M{"_id": "barrels"}).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		_, err = c.counts.InsertOne(ctx, bson.M{"_id": "barrels", "n": 0}) // want "IDV301: counts: when two runs both find nothing, the unique _id"
	}
	return err
}
