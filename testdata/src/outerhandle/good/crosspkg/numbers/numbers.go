// Package numbers gives invoices their numbers without gaps.
package numbers

import (
	"context"
	"database/sql"
)

// Next gives the invoice a number, in the caller's transaction.
func Next(ctx context.Context, tx *sql.Tx, year int, invoice string) (n int64, err error) {
	if _, err := tx.ExecContext(ctx, `SELECT 1 FROM years WHERE year = $1 FOR UPDATE`, year); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO numbers (year, invoice, n) SELECT $1, $2, 1 + count(*) FROM numbers WHERE year = $1 ON CONFLICT (invoice) DO NOTHING`, year, invoice)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `SELECT n FROM numbers WHERE invoice = $1`, invoice).Scan(&n)
	return n, err
}
