// Package documents publishes from a transaction of MongoDB, whose closure the driver runs again.
package documents

import (
	"context"

	"cloud.google.com/go/pubsub/v2"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// library lends books.
type library struct {
	client *mongo.Client
	books  *mongo.Collection
	loans  *mongo.Collection
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
		_, err := l.topic.Publish(ctx, &pubsub.Message{Data: []byte(loan)}).Get(ctx) // want "IDV502: .*Publish"
		return err
	})
}
