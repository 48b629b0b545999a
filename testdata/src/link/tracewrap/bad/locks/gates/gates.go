// Package gates keeps gates in a database.
package gates

import (
	"context"
	"database/sql"
)

// Table implements locks.Gates.
type Table struct{ DB *sql.DB }

// Count counts a boat.
func (t *Table) Count(ctx context.Context, gate string) error {
	_, err := t.DB.ExecContext(ctx, `UPDATE canal_gates SET boats = boats + 1 WHERE gate = $1`, gate)
	return err
}

// Open opens a gate, and says which basin is behind it.
func (t *Table) Open(ctx context.Context, gate string) (string, error) {
	var basin string
	err := t.DB.QueryRowContext(ctx, `SELECT basin FROM canal_gates WHERE gate = $1`, gate).Scan(&basin)
	return basin, err
}
