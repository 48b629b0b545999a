// Package docs does it with document stores.
package docs

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// orchard keeps one document for each tree.
type orchard struct{ db *mongo.Database }

func (o *orchard) planted(ctx context.Context, row, place int) (bool, error) {
	n, err := o.db.Collection("trees").CountDocuments(ctx, bson.M{"row": row, "place": place})
	return n > 0, err
}

func (o *orchard) plant(ctx context.Context, row, place int, sort string) error {
	there, err := o.planted(ctx, row, place)
	if err != nil {
		return err
	}
	if there {
		return fmt.Errorf("row %d, place %d: there is a tree", row, place)
	}
	_, err = o.db.Collection("trees").InsertOne(ctx, bson.M{"row": row, "place": place, "sort": sort}) // want "IDV301: trees"
	return err
}

type presser struct {
	Name string `bson:"name"`
	Slot string `bson:"slot"`
}

// cider gives out the slots of the press.
type cider struct{ slots *mongo.Collection }

func newCider(db *mongo.Database) *cider { return &cider{slots: db.Collection("press_slots")} }

func (c *cider) inSlot(ctx context.Context, slot string) (*presser, error) {
	var p presser
	err := c.slots.FindOne(ctx, bson.D{{Key: "slot", Value: slot}}).Decode(&p)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, nil
	}
	return &p, err
}

func (c *cider) book(ctx context.Context, slot, name string) (*presser, error) {
	p, err := c.inSlot(ctx, slot)
	if err != nil || p != nil {
		return p, err
	}
	p = &presser{Name: name, Slot: slot}
	return p, c.store(ctx, p)
}

func (c *cider) store(ctx context.Context, p *presser) error {
	_, err := c.slots.InsertOne(ctx, p) // want "IDV301: press_slots|InsertOne"
	return err
}
