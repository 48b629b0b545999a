// Package mongo makes its claims in MongoDB, in one type, and acts in another.
package mongo

import (
	"context"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// parcels has a document for each parcel that was handed over, and one for each locker.
type parcels struct{ handed, lockers *mongo.Collection }

func newParcels(db *mongo.Database) *parcels {
	return &parcels{handed: db.Collection("handovers"), lockers: db.Collection("lockers")}
}

// hand records a handover, only the first time.
func (p *parcels) hand(ctx context.Context, number string) error {
	_, err := p.handed.UpdateOne(ctx, bson.M{"_id": number}, bson.M{"$setOnInsert": bson.M{"at": time.Now()}}, options.UpdateOne().SetUpsert(true)) // want "IDV308: .*handovers"
	return err
}

// open takes a locker, if it is free.
func (p *parcels) open(ctx context.Context, locker, number string) error {
	_, err := p.lockers.UpdateOne(ctx, bson.M{"_id": locker, "state": "free"}, bson.M{"$set": bson.M{"state": "taken", "parcel": number}}) // want "IDV308: .*lockers"
	return err
}

type driver struct {
	parcels *parcels
	ch      *amqp.Channel
}

func (d *driver) deliver(ctx context.Context, number string) error {
	if err := d.parcels.hand(ctx, number); err != nil {
		return err
	}
	return d.ch.PublishWithContext(ctx, "parcels", "delivered", true, false, amqp.Publishing{Body: []byte(number)})
}

func (d *driver) store(ctx context.Context, locker, number string) error {
	if err := d.parcels.open(ctx, locker, number); err != nil {
		return err
	}
	return d.ch.PublishWithContext(ctx, "lockers", "unlock."+locker, true, false, amqp.Publishing{Body: []byte(number)})
}
