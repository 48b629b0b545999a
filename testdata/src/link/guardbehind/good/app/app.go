// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/guardbehind/good/doors"
	"example.com/cases/link/guardbehind/good/rows"
)

// Hall opens the hall.
func Hall(db *sql.DB) *doors.Hall {
	return &doors.Hall{Cards: &rows.Issued{DB: db}, Hooks: &rows.Wall{DB: db}, Tabs: &rows.Bar{DB: db}}
}
