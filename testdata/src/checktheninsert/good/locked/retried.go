package locked

import (
	"context"
	"errors"

	"cloud.google.com/go/firestore"
	"cloud.google.com/go/spanner"
	"github.com/dgraph-io/badger/v4"
	"go.etcd.io/bbolt"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// What is read in a transaction of these stores is checked, or locked, until it commits.

func reserve(ctx context.Context, client *spanner.Client, berth, boat string) error {
	_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		_, err := txn.ReadRow(ctx, "Reservations", spanner.Key{berth}, []string{"Boat"})
		if spanner.ErrCode(err) != codes.NotFound {
			return err
		}
		return txn.BufferWrite([]*spanner.Mutation{
			spanner.Insert("Reservations", []string{"Berth", "Boat"}, []any{berth, boat}),
		})
	})
	return err
}

func enrol(ctx context.Context, client *firestore.Client, course, student string) error {
	seat := client.Collection("courses").Doc(course).Collection("seats").Doc(student)
	return client.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		_, err := tx.Get(seat)
		if status.Code(err) != codes.NotFound {
			return err
		}
		return tx.Set(seat, map[string]any{"student": student})
	})
}

var (
	hooks    = []byte("hooks")
	errTaken = errors.New("it is taken")
)

// hang has one writer at a time.
func hang(db *bbolt.DB, hook, coat string) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(hooks)
		if b.Get([]byte(hook)) != nil {
			return errTaken
		}
		return b.Put([]byte(hook), []byte(coat))
	})
}

// sell is told of a conflict when it commits.
func sell(db *badger.DB, ticket, buyer string) error {
	return db.Update(func(txn *badger.Txn) error {
		_, err := txn.Get([]byte("ticket/" + ticket))
		if err == nil {
			return errTaken
		}
		if !errors.Is(err, badger.ErrKeyNotFound) {
			return err
		}
		return txn.Set([]byte("ticket/"+ticket), []byte(buyer))
	})
}
