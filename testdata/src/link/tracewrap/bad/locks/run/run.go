// Package run wires the locks.
package run

import (
	"context"
	"database/sql"

	"example.com/cases/link/tracewrap/bad/locks"
	"example.com/cases/link/tracewrap/bad/locks/gates"
)

// Through lets a boat through a gate.
func Through(ctx context.Context, db *sql.DB, gate string) (string, error) {
	return locks.Through(ctx, &gates.Table{DB: db}, gate)
}
