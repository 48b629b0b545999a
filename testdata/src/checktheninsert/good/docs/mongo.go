// Package docs does it with document stores: the write itself says that there must be nothing.
package docs

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// orchard keeps one document for each tree; the index is made when it opens.
type orchard struct{ trees *mongo.Collection }

func openOrchard(ctx context.Context, db *mongo.Database) (*orchard, error) {
	trees := db.Collection("trees")
	_, err := trees.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "row", Value: 1}, {Key: "place", Value: 1}},
		Options: options.Index().SetUnique(true),
	})
	return &orchard{trees: trees}, err
}

func (o *orchard) plant(ctx context.Context, row, place int, sort string) error {
	n, err := o.trees.CountDocuments(ctx, bson.M{"row": row, "place": place})
	if err != nil {
		return err
	}
	if n > 0 {
		return errPlanted(row, place)
	}
	_, err = o.trees.InsertOne(ctx, bson.M{"row": row, "place": place, "sort": sort})
	if mongo.IsDuplicateKeyError(err) {
		return errPlanted(row, place)
	}
	return err
}

func errPlanted(row, place int) error {
	return fmt.Errorf("row %d, place %d: there is a tree", row, place)
}

type presser struct {
	Slot string `bson:"_id"`
	Name string `bson:"name"`
}

// cider has the slot as the document's id.
type cider struct{ slots *mongo.Collection }

func (c *cider) book(ctx context.Context, slot, name string) (presser, error) {
	var p presser
	err := c.slots.FindOneAndUpdate(ctx,
		bson.M{"_id": slot},
		bson.M{"$setOnInsert": bson.M{"name": name}},
		options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After),
	).Decode(&p)
	return p, err
}

// rebook looks first, and takes the duplicate for what the look would have found.
func (c *cider) rebook(ctx context.Context, slot, name string) (bool, error) {
	err := c.slots.FindOne(ctx, bson.M{"_id": slot}).Err()
	if !errors.Is(err, mongo.ErrNoDocuments) {
		return false, err
	}
	if _, err := c.slots.InsertOne(ctx, presser{Slot: slot, Name: name}); err != nil {
		if mongo.IsDuplicateKeyError(err) {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// count adds one to what is there, or begins with one, and looks only for the answer.
func (c *cider) count(ctx context.Context, slot string) (bool, error) {
	n, err := c.slots.CountDocuments(ctx, bson.D{{Key: "slot", Value: slot}})
	if err != nil || n > 0 {
		return n > 0, err
	}
	_, err = c.slots.UpdateOne(ctx, bson.D{{Key: "slot", Value: slot}}, bson.D{{Key: "$inc", Value: bson.D{{Key: "presses", Value: 1}}}}, options.UpdateOne().SetUpsert(true))
	return false, err
}
