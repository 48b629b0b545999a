// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/mockpkg/good/rows"
	"example.com/cases/link/mockpkg/good/stalls"
)

// Market opens the market.
func Market(db *sql.DB) *stalls.Market { return stalls.New(&rows.Rows{DB: db}) }
