// Package mongo makes its claims in MongoDB and counts what they changed.
package mongo

import (
	"context"
	"errors"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var errTaken = errors.New("the locker is taken")

// parcels has a document for each parcel that was handed over, and one for each locker.
type parcels struct{ handed, lockers, outbox *mongo.Collection }

func newParcels(db *mongo.Database) *parcels {
	return &parcels{handed: db.Collection("handovers"), lockers: db.Collection("lockers"), outbox: db.Collection("outbox")}
}

// hand records a handover, and with it the message about it, only the first time.
func (p *parcels) hand(ctx context.Context, client *mongo.Client, number string) error {
	return client.UseSession(ctx, func(ctx context.Context) error {
		_, err := mongo.SessionFromContext(ctx).WithTransaction(ctx, func(ctx context.Context) (any, error) {
			res, err := p.handed.UpdateOne(ctx, bson.M{"_id": number}, bson.M{"$setOnInsert": bson.M{"at": time.Now()}}, options.UpdateOne().SetUpsert(true))
			if err != nil {
				return nil, err
			}
			if res.UpsertedCount == 0 {
				return nil, nil
			}
			_, err = p.outbox.InsertOne(ctx, bson.M{"_id": "delivered/" + number, "sent": false})
			return nil, err
		})
		return err
	})
}

// open takes a locker, if it is free.
func (p *parcels) open(ctx context.Context, locker, number string) error {
	res, err := p.lockers.UpdateOne(ctx, bson.M{"_id": locker, "state": "free"}, bson.M{"$set": bson.M{"state": "taken", "parcel": number}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return p.mine(ctx, locker, number)
	}
	return nil
}

// mine tells a locker that this parcel has taken before from one that is taken by another.
func (p *parcels) mine(ctx context.Context, locker, number string) error {
	err := p.lockers.FindOne(ctx, bson.M{"_id": locker, "parcel": number}).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return errTaken
	}
	return err
}

type driver struct {
	parcels *parcels
	ch      *amqp.Channel
}

func (d *driver) store(ctx context.Context, locker, number string) error {
	if err := d.parcels.open(ctx, locker, number); err != nil {
		return err
	}
	return d.ch.PublishWithContext(ctx, "lockers", "unlock."+locker, true, false, amqp.Publishing{MessageId: number, Body: []byte(number)})
}
