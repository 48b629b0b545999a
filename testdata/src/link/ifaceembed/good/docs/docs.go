// Package docs keeps keys in MongoDB.
package docs

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Docs implements keys.Board.
type Docs struct{ keys *mongo.Collection }

// New uses the keys of a database.
func New(db *mongo.Database) *Docs { return &Docs{keys: db.Collection("flat_keys")} }

// Holder looks up who has the key.
func (d *Docs) Holder(ctx context.Context, flat string) (string, bool, error) {
	var doc struct {
		Guest string `bson:"guest"`
	}
	err := d.keys.FindOne(ctx, bson.M{"flat": flat}).Decode(&doc)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return doc.Guest, true, nil
}
