// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/lockbehind/bad/jobs"
	"example.com/cases/link/lockbehind/bad/locks"
	"example.com/cases/link/lockbehind/bad/rows"
)

// Night wires the use case.
func Night(db *sql.DB) *jobs.Night {
	return &jobs.Night{Locks: &locks.Local{}, Board: &rows.Rows{DB: db}}
}
