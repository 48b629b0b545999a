package docs

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Lend writes who has the key.
func (d *Docs) Lend(ctx context.Context, flat, guest string) error {
	_, err := d.keys.InsertOne(ctx, bson.M{"flat": flat, "guest": guest})
	return err
}
