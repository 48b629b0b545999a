// Package piers keeps piers in a database.
package piers

import (
	"context"
	"database/sql"

	"example.com/cases/link/tracewrap/bad/trace"
)

// Table implements ferry.Piers.
type Table struct{ DB *sql.DB }

// Count counts a landing.
func (t *Table) Count(ctx context.Context, pier string) error {
	return trace.Do(ctx, "count", func(ctx context.Context) error {
		_, err := t.DB.ExecContext(ctx, `UPDATE pier_counts SET landings = landings + 1 WHERE pier = $1`, pier)
		return err
	})
}

// Note writes a line into the log of the pier.
func (t *Table) Note(ctx context.Context, pier, line string) (int64, error) {
	return trace.Of(ctx, "note", func(ctx context.Context) (id int64, err error) {
		err = t.DB.QueryRowContext(ctx, `INSERT INTO pier_notes (pier, line) VALUES ($1, $2) RETURNING id`, pier, line).Scan(&id)
		return id, err
	})
}
