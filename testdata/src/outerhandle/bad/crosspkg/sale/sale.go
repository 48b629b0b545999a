// Package sale sells. The helpers that it calls in its transaction are in other packages, and have ways of their own to the database.
package sale

import (
	"context"
	"database/sql"

	"example.com/cases/outerhandle/bad/crosspkg/audit"
	"example.com/cases/outerhandle/bad/crosspkg/numbers"
)

// Till sells things.
type Till struct {
	db   *sql.DB
	log  *audit.Log
	book *numbers.Book
}

// New makes a till.
func New(db *sql.DB) *Till { return &Till{db: db, log: audit.New(db), book: numbers.New(db)} }

// Sell writes an invoice.
func (t *Till) Sell(ctx context.Context, invoice string, year int) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	n, err := t.book.Next(ctx, year, invoice) // want "IDV507: .*(numbers|Next)"
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
	if err := t.log.Write(ctx, "void:"+invoice, "void"); err != nil { // want "IDV507: .*(audit_lines|Write)"
		return err
	}
	return tx.Commit()
}
