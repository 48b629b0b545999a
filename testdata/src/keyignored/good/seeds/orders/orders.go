// Package orders keeps orders of seeds in documents.
package orders

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Orders are in a collection.
type Orders struct{ c *mongo.Collection }

// Open finds the collection.
func Open(ctx context.Context, db *mongo.Database) (*Orders, error) {
	c := db.Collection("seed_orders")
	_, err := c.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "garden", Value: 1}, {Key: "request", Value: 1}},
		Options: options.Index().SetUnique(true),
	})
	return &Orders{c: c}, err
}

// Add stores an order, if its request is new.
func (o *Orders) Add(ctx context.Context, garden, request, plant string, bags int) error {
	_, err := o.c.InsertOne(ctx, bson.M{"garden": garden, "request": request, "plant": plant, "bags": bags})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}
