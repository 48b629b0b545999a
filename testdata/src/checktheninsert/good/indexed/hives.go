// Package indexed makes the unique index itself, and takes its refusal for an answer.
package indexed

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type hive struct {
	Number string `bson:"number"`
	Keeper string `bson:"keeper"`
}

type apiary struct{ hives *mongo.Collection }

func open(ctx context.Context, db *mongo.Database) (*apiary, error) {
	a := &apiary{hives: db.Collection("hives_of_bees")}
	_, err := a.hives.Indexes().CreateMany(ctx, []mongo.IndexModel{
		{Keys: bson.D{{Key: "keeper", Value: 1}}},
		{Keys: bson.D{{Key: "number", Value: 1}}, Options: options.Index().SetUnique(true)},
	})
	return a, err
}

func (a *apiary) find(ctx context.Context, number, keeper string) (*hive, error) {
	var h hive
	err := a.hives.FindOne(ctx, bson.M{"number": number}).Decode(&h)
	if err == nil || !errors.Is(err, mongo.ErrNoDocuments) {
		return &h, err
	}
	_, err = a.hives.InsertOne(ctx, hive{Number: number, Keeper: keeper})
	if err != nil && !mongo.IsDuplicateKeyError(err) {
		return nil, err
	}
	return &h, a.hives.FindOne(ctx, bson.M{"number": number}).Decode(&h)
}
