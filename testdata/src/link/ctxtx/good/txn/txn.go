// Package txn keeps the open transaction in the context.
package txn

import (
	"context"
	"database/sql"
)

type key struct{}

// Querier is what a database and a transaction have in common.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Manager opens transactions.
type Manager struct{ DB *sql.DB }

// Within runs do in a transaction that From finds.
func (m *Manager) Within(ctx context.Context, do func(ctx context.Context) error) error {
	tx, err := m.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(context.WithValue(ctx, key{}, tx)); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// From is the transaction of the context, or the database.
func (m *Manager) From(ctx context.Context) Querier {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return tx
	}
	return m.DB
}
