// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/mockpkg/bad/rows"
	"example.com/cases/link/mockpkg/bad/stalls"
)

// Market opens the market.
func Market(db *sql.DB) *stalls.Market { return stalls.New(&rows.Rows{DB: db}) }
