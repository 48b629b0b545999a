// Package store hides the retried transaction behind a method.
package store

import (
	"context"
	"database/sql"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// Store is a database.
type Store struct{ db *sql.DB }

// New makes a store.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Within runs f in a transaction.
func (s *Store) Within(ctx context.Context, f func(*sql.Tx) error) error {
	return crdb.ExecuteTx(ctx, s.db, nil, f)
}
