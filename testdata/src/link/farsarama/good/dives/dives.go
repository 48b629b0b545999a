// Package dives keeps the log of a diving club.
package dives

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Log implements group.Sink.
type Log struct{ Dives *mongo.Collection }

// Take writes a dive; its id is the digest of what was sent, so one that is there is the same one.
func (l *Log) Take(ctx context.Context, diver, dive []byte) error {
	sum := sha256.Sum256(append(append([]byte{}, diver...), dive...))
	_, err := l.Dives.InsertOne(ctx, bson.M{"_id": hex.EncodeToString(sum[:]), "diver": string(diver), "dive": dive})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}
