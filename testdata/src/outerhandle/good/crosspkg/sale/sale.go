// Package sale sells. The helpers that it calls are given its transaction.
package sale

import (
	"context"
	"database/sql"

	"example.com/cases/outerhandle/good/crosspkg/audit"
	"example.com/cases/outerhandle/good/crosspkg/numbers"
)

// Till sells things.
type Till struct{ db *sql.DB }

// New makes a till.
func New(db *sql.DB) *Till { return &Till{db: db} }

// Sell writes an invoice.
func (t *Till) Sell(ctx context.Context, invoice string, year int) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	n, err := numbers.Next(ctx, tx, year, invoice)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO invoices (id, n) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, invoice, n); err != nil {
		return err
	}
	return tx.Commit()
}

// Void takes an invoice back.
func (t *Till) Void(ctx context.Context, invoice string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET state = 'void' WHERE id = $1`, invoice); err != nil {
		return err
	}
	if err := audit.In(tx).Write(ctx, "void:"+invoice, "void"); err != nil {
		return err
	}
	return tx.Commit()
}
