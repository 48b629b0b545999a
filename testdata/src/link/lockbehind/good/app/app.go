// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/lockbehind/good/jobs"
	"example.com/cases/link/lockbehind/good/locks"
	"example.com/cases/link/lockbehind/good/rows"
)

// Night wires the use case.
func Night(db *sql.DB) *jobs.Night {
	return &jobs.Night{Locks: &locks.Advisory{DB: db}, Board: &rows.Rows{DB: db}}
}
