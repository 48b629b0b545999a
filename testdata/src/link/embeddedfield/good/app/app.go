// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/embeddedfield/good/firings"
	"example.com/cases/link/embeddedfield/good/kilns"
)

// Planner makes a planner.
func Planner(db *sql.DB, studio string) *kilns.Planner {
	return &kilns.Planner{Store: &firings.Firings{DB: db}, Studio: studio}
}
