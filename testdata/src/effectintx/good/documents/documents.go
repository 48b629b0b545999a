// Package documents stores the event beside the loan, and a relay publishes it.
package documents

import (
	"context"
	"errors"

	"cloud.google.com/go/pubsub/v2"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// library lends books.
type library struct {
	client *mongo.Client
	books  *mongo.Collection
	loans  *mongo.Collection
	events *mongo.Collection
	topic  *pubsub.Publisher
}

func (l *library) atomically(ctx context.Context, work func(context.Context) error) error {
	session, err := l.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) { return nil, work(ctx) })
	return err
}

func (l *library) lend(ctx context.Context, loan, book, reader string) error {
	return l.atomically(ctx, func(ctx context.Context) error {
		if _, err := l.loans.UpdateOne(ctx, bson.M{"_id": loan}, bson.M{"$set": bson.M{"book": book, "reader": reader}}); err != nil {
			return err
		}
		if _, err := l.books.UpdateOne(ctx, bson.M{"_id": book}, bson.M{"$set": bson.M{"loan": loan}}); err != nil {
			return err
		}
		_, err := l.events.UpdateOne(ctx, bson.M{"_id": "lent/" + loan}, bson.M{"$setOnInsert": bson.M{"loan": loan, "out": false}}, options.UpdateOne().SetUpsert(true))
		return err
	})
}

// event is a document of the outbox.
type event struct {
	ID   string `bson:"_id"`
	Loan string `bson:"loan"`
}

func (l *library) relay(ctx context.Context) error {
	cur, err := l.events.Find(ctx, bson.M{"out": false})
	if err != nil {
		return err
	}
	var waiting []event
	if err := cur.All(ctx, &waiting); err != nil {
		return err
	}
	var errs []error
	for _, e := range waiting {
		errs = append(errs, l.publish(ctx, e))
	}
	return errors.Join(errs...)
}

func (l *library) publish(ctx context.Context, e event) error {
	msg := &pubsub.Message{Data: []byte(e.Loan), Attributes: map[string]string{"event-id": e.ID}}
	if _, err := l.topic.Publish(ctx, msg).Get(ctx); err != nil {
		return err
	}
	_, err := l.events.UpdateOne(ctx, bson.M{"_id": e.ID}, bson.M{"$set": bson.M{"out": true}})
	return err
}
