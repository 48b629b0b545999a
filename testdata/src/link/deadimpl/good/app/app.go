// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/deadimpl/good/canoes"
	"example.com/cases/link/deadimpl/good/jetty"
)

// Hire opens the hire.
func Hire(db *sql.DB) *canoes.Hire { return canoes.New(&jetty.Jetty{DB: db}) }
