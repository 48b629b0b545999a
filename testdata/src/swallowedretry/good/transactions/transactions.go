// Package transactions lets its driver see what went wrong.
package transactions

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"cloud.google.com/go/spanner"
	"github.com/lib/pq"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"google.golang.org/grpc/codes"
)

var errNoPlace = errors.New("there is no such place")

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

// level has an error of its own for what will not change by running again, and passes on the others.
func (l *lot) level(ctx context.Context, tx *spanner.ReadWriteTransaction, place string) (n int64, err error) {
	row, err := tx.ReadRow(ctx, "Places", spanner.Key{place}, []string{"Level"})
	if spanner.ErrCode(err) == codes.NotFound {
		return 0, errNoPlace
	}
	if err != nil {
		return 0, err
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

func (l *lot) take(ctx context.Context, place, car string) error {
	session, err := l.mongo.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := l.places.UpdateOne(ctx, bson.M{"_id": place}, bson.M{"$set": bson.M{"car": car}}); err != nil {
			log.Printf("place %s: %v", place, err)
			return nil, err
		}
		return nil, nil
	})
	if err != nil {
		return fmt.Errorf("place %s: %v", place, err)
	}
	return nil
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
	defer func() {
		if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
			log.Printf("rollback: %v", err)
		}
	}()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// gateError keeps what is in it.
type gateError struct {
	gate string
	err  error
}

func (e *gateError) Error() string { return "gate " + e.gate + ": " + e.err.Error() }

func (e *gateError) Unwrap() error { return e.err }

func (l *lot) barrier(ctx context.Context, gate string) error {
	return l.repeat(ctx, func(tx *sql.Tx) error {
		var state string
		err := tx.QueryRowContext(ctx, `SELECT state FROM gates WHERE id = $1`, gate).Scan(&state)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return &gateError{gate, err}
		}
		if _, err := tx.ExecContext(ctx, `UPDATE gates SET open = true WHERE id = $1`, gate); err != nil {
			return errors.Join(errors.New("gate "+gate), err)
		}
		return nil
	})
}
