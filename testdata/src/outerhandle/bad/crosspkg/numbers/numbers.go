// Package numbers gives invoices their numbers without gaps.
package numbers

import (
	"context"
	"database/sql"
)

// Book has the last number of each year.
type Book struct{ db *sql.DB }

// New opens a book.
func New(db *sql.DB) *Book { return &Book{db: db} }

// Next gives the invoice a number in a transaction of its own, and the same number to the same invoice.
func (b *Book) Next(ctx context.Context, year int, invoice string) (n int64, err error) {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SELECT 1 FROM years WHERE year = $1 FOR UPDATE`, year); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO numbers (year, invoice, n) SELECT $1, $2, 1 + count(*) FROM numbers WHERE year = $1 ON CONFLICT (invoice) DO NOTHING`, year, invoice)
	if err != nil {
		return 0, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT n FROM numbers WHERE invoice = $1`, invoice).Scan(&n); err != nil {
		return 0, err
	}
	return n, tx.Commit()
}
