// Package docs keeps badges in MongoDB.
package docs

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Mongo implements badges.Book.
type Mongo struct{ db *mongo.Database }

// NewMongo uses the database of the trails.
func NewMongo(db *mongo.Database) *Mongo { return &Mongo{db: db} }

// Has reports whether the hiker has the badge.
func (m *Mongo) Has(ctx context.Context, hiker, trail string) (bool, error) {
	err := m.db.Collection("trail_badges").FindOne(ctx, bson.M{"hiker": hiker, "trail": trail}).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return false, nil
	}
	return err == nil, err
}

// Write stores a badge.
func (m *Mongo) Write(ctx context.Context, hiker, trail string) error {
	_, err := m.db.Collection("trail_badges").InsertOne(ctx, bson.M{"hiker": hiker, "trail": trail})
	return err
}
