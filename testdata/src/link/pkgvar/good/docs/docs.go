// Package docs keeps badges in MongoDB.
package docs

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo"

	"example.com/cases/link/pkgvar/good/badges"
)

// Mongo implements badges.Book.
type Mongo struct{ db *mongo.Database }

// NewMongo uses the database of the trails.
func NewMongo(db *mongo.Database) *Mongo { return &Mongo{db: db} }

// Write stores a badge unless it is there.
func (m *Mongo) Write(ctx context.Context, b badges.Badge) error {
	_, err := m.db.Collection("trail_badges").InsertOne(ctx, b)
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}
