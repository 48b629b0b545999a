// Package transactions hides from its driver that the transaction has to run again.
package transactions

import (
	"context"
	"errors"
	"log"

	"cloud.google.com/go/spanner"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errParking = errors.New("the parking lot does not answer")

// lot has places for cars.
type lot struct {
	spanner *spanner.Client
	mongo   *mongo.Client
	places  *mongo.Collection
}

func newLot(s *spanner.Client, m *mongo.Client) *lot {
	return &lot{spanner: s, mongo: m, places: m.Database("lot").Collection("places")}
}

// level has one error for everything that can go wrong, also for "aborted, please run again".
func (l *lot) level(ctx context.Context, tx *spanner.ReadWriteTransaction, place string) (n int64, err error) {
	row, err := tx.ReadRow(ctx, "Places", spanner.Key{place}, []string{"Level"})
	if err != nil {
		log.Printf("place %s: %v", place, err)
		return 0, errParking // want "IDV508: .*(places|ReadRow)"
	}
	err = row.Columns(&n)
	return n, err
}

func (l *lot) raise(ctx context.Context, place, car string) error {
	_, err := l.spanner.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		n, err := l.level(ctx, tx, place)
		if err != nil {
			return err
		}
		return tx.BufferWrite([]*spanner.Mutation{spanner.InsertOrUpdate("Cars", []string{"ID", "Level"}, []any{car, n})})
	})
	return err
}

// take says nil where the driver looks for the label of a transient error.
func (l *lot) take(ctx context.Context, place, car string) error {
	session, err := l.mongo.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := l.places.UpdateOne(ctx, bson.M{"_id": place}, bson.M{"$set": bson.M{"car": car}}); err != nil {
			log.Printf("place %s: %v", place, err)
			return nil, nil // want "IDV508: .*places"
		}
		return nil, nil
	})
	return err
}
