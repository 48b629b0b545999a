package docs

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Lend writes who has the key unless somebody has it. The name of the flat is the _id.
func (d *Docs) Lend(ctx context.Context, flat, guest string) error {
	_, err := d.keys.InsertOne(ctx, bson.M{"_id": flat, "flat": flat, "guest": guest})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}
