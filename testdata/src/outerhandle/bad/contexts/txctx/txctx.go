// Package txctx carries a transaction in a context.
package txctx

import (
	"context"
	"database/sql"
)

type key struct{}

// Execer is a database or a transaction.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// DB is the database.
type DB struct{ db *sql.DB }

// New makes a DB.
func New(db *sql.DB) *DB { return &DB{db: db} }

// Of returns the transaction of the context, or the database.
func (d *DB) Of(ctx context.Context) Execer {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return tx
	}
	return d.db
}

// Within runs f with a context that has a transaction.
func (d *DB) Within(ctx context.Context, f func(ctx context.Context) error) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(context.WithValue(ctx, key{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}
