// Package post keeps letters and stamps.
package post

import (
	"context"
	"database/sql"

	"example.com/cases/link/narrower/bad/letters"
)

// Store is all that the post office can do.
type Store interface {
	Enclose(ctx context.Context, v letters.Visa) error
	Stamps(ctx context.Context) (int, error)
	Close() error
}

type table struct{ db *sql.DB }

// Open opens the store.
func Open(db *sql.DB) Store { return &table{db: db} }

// Stamps counts stamps.
func (t *table) Stamps(ctx context.Context) (n int, err error) {
	err = t.db.QueryRowContext(ctx, `SELECT count(*) FROM stamps`).Scan(&n)
	return n, err
}

// Close closes the database.
func (t *table) Close() error { return t.db.Close() }
