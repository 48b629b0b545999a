// Package orders keeps orders of seeds in documents.
package orders

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Orders are in a collection.
type Orders struct{ c *mongo.Collection }

// Open finds the collection.
func Open(db *mongo.Database) *Orders { return &Orders{c: db.Collection("seed_orders")} }

// Add stores an order.
func (o *Orders) Add(ctx context.Context, garden, plant string, bags int) (string, error) {
	id := bson.NewObjectID()
	_, err := o.c.InsertOne(ctx, bson.M{"_id": id, "garden": garden, "plant": plant, "bags": bags})
	return id.Hex(), err
}
