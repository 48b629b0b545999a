// Package indexed makes the unique index itself, and does not expect it to refuse anything.
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
	a := &apiary{hives: db.Collection("bee_hives")}
	_, err := a.hives.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "number", Value: 1}},
		Options: options.Index().SetUnique(true).SetName("one_hive"),
	})
	return a, err
}

// find returns the hive of a number, and enters it when it is new. The loser of a race gets an error, not the hive.
func (a *apiary) find(ctx context.Context, number, keeper string) (*hive, error) {
	var h hive
	err := a.hives.FindOne(ctx, bson.M{"number": number}).Decode(&h)
	if err == nil {
		return &h, nil
	}
	if !errors.Is(err, mongo.ErrNoDocuments) {
		return nil, err
	}
	h = hive{Number: number, Keeper: keeper}
	_, err = a.hives.InsertOne(ctx, h) // want "IDV301: .*a unique index of bee_hives stops the second insert"
	return &h, err
}
