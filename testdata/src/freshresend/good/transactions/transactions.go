// Package transactions writes intents in closures that the driver runs again when the transaction conflicts with another. What
// an attempt wrote before it was rolled back is gone, and its fresh ids with it.
package transactions

import (
	"context"
	"database/sql"
	"encoding/json"

	"cloud.google.com/go/spanner"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/dgraph-io/badger/v4"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// arrive stores the request to the berth's service with the boat. A relay sends it under the stored key.
func arrive(ctx context.Context, db *sql.DB, boat string) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE boats SET state = 'in' WHERE name = $1 AND state = 'out'`, boat)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO outbox (event_id, idempotency_key, boat) VALUES ($1, $2, $3)`,
			uuid.NewString(), uuid.NewString(), boat)
		return err
	})
}

// leave does the same with MongoDB; the key is made outside, once for all runs of the closure.
func leave(ctx context.Context, boats, outbox *mongo.Collection, boat string) error {
	session, err := boats.Database().Client().StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	key := uuid.NewString()
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		res, err := boats.UpdateOne(ctx, bson.M{"_id": boat, "state": "in"}, bson.M{"$set": bson.M{"state": "out"}})
		if err != nil || res.ModifiedCount == 0 {
			return nil, err
		}
		return outbox.InsertOne(ctx, bson.M{"_id": key, "boat": boat})
	})
	return err
}

// extend buffers a row whose key is drawn anew in each run: only the run that commits leaves one.
func extend(ctx context.Context, books *spanner.Client, berth string) error {
	_, err := books.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		row, err := txn.ReadRow(ctx, "Berths", spanner.Key{berth}, []string{"Free"})
		if err != nil {
			return err
		}
		var free bool
		if err := row.Column(0, &free); err != nil || !free {
			return err
		}
		return txn.BufferWrite([]*spanner.Mutation{
			spanner.Update("Berths", []string{"Berth", "Free"}, []any{berth, false}),
			spanner.Insert("Outbox", []string{"EventId", "Berth"}, []any{uuid.NewString(), berth}),
		})
	})
	return err
}

// logbook is an entry that waits for its dispatch.
type logbook struct {
	Boat           string `json:"boat"`
	IdempotencyKey string `json:"idempotency_key"`
}

// log writes once: Badger reports a conflict to its caller and does not run the closure again.
func log(db *badger.DB, boat string) error {
	return db.Update(func(txn *badger.Txn) error {
		raw, err := json.Marshal(logbook{Boat: boat, IdempotencyKey: uuid.NewString()})
		if err != nil {
			return err
		}
		return txn.Set([]byte("log/"+boat), raw)
	})
}
