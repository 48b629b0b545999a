// Package transactions sends from closures that the driver runs again when the transaction conflicts with another.
package transactions

import (
	"context"
	"database/sql"

	"cloud.google.com/go/spanner"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// berths is the service of a marina that reserves a berth.
type berths interface {
	Reserve(ctx context.Context, berth, idempotencyKey string) error
}

// arrive lets a boat in: crdb runs the closure again after a serialization failure.
func arrive(ctx context.Context, db *sql.DB, b berths, boat string) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		var berth string
		if err := tx.QueryRowContext(ctx, `SELECT berth FROM boats WHERE name = $1 FOR UPDATE`, boat).Scan(&berth); err != nil {
			return err
		}
		if err := b.Reserve(ctx, berth, uuid.NewString()); err != nil { // want "IDV201: .*idempotencyKey"
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE boats SET state = 'in' WHERE name = $1`, boat)
		return err
	})
}

// leave publishes from a MongoDB transaction.
func leave(ctx context.Context, boats *mongo.Collection, js jetstream.JetStream, boat string) error {
	session, err := boats.Database().Client().StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := boats.UpdateOne(ctx, bson.M{"_id": boat}, bson.M{"$set": bson.M{"state": "out"}}); err != nil {
			return nil, err
		}
		return js.Publish(ctx, "marina.left", []byte(boat), jetstream.WithMsgID(uuid.NewString())) // want "IDV201: .*WithMsgID" "IDV502: .*Publish"
	})
	return err
}

// marina keeps its books in Spanner.
type marina struct {
	books  *spanner.Client
	berths berths
}

// extend lends the key from a method, which the closure calls.
func (m *marina) extend(ctx context.Context, berth string) error {
	_, err := m.books.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		row, err := txn.ReadRow(ctx, "Berths", spanner.Key{berth}, []string{"Free"})
		if err != nil {
			return err
		}
		var free bool
		if err := row.Column(0, &free); err != nil || !free {
			return err
		}
		return m.reserve(ctx, berth)
	})
	return err
}

func (m *marina) reserve(ctx context.Context, berth string) error {
	key := uuid.NewString()
	return m.berths.Reserve(ctx, berth, key) // want "IDV201: .*idempotencyKey"
}
