// Package transactions hides from its driver that the transaction has to run again.
package transactions

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"cloud.google.com/go/spanner"
	"github.com/lib/pq"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errParking = errors.New("the parking lot does not answer")

// lot has places for cars.
type lot struct {
	spanner *spanner.Client
	mongo   *mongo.Client
	places  *mongo.Collection
	db      *sql.DB
}

func newLot(s *spanner.Client, m *mongo.Client, db *sql.DB) *lot {
	return &lot{spanner: s, mongo: m, places: m.Database("lot").Collection("places"), db: db}
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

// repeat is a helper of the house. It looks for the code of a serialization failure.
func (l *lot) repeat(ctx context.Context, f func(*sql.Tx) error) error {
	for attempt := 0; ; attempt++ {
		err := l.once(ctx, f)
		var pqErr *pq.Error
		if attempt < 5 && errors.As(err, &pqErr) && pqErr.Code == "40001" {
			continue
		}
		return err
	}
}

func (l *lot) once(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// barrier opens. Its text has what was wrong, but nothing that the helper could find.
func (l *lot) barrier(ctx context.Context, gate string) error {
	return l.repeat(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE gates SET open = true WHERE id = $1`, gate)
		if err != nil {
			return errors.New("gate " + gate + ": " + err.Error()) // want "IDV508: .*gates"
		}
		return nil
	})
}
