// Package dives keeps the log of a diving club.
package dives

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Log implements group.Sink.
type Log struct{ Dives *mongo.Collection }

// Take writes a dive.
func (l *Log) Take(ctx context.Context, diver, dive []byte) error {
	_, err := l.Dives.InsertOne(ctx, bson.M{"diver": string(diver), "dive": dive})
	return err
}
