// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/querier/good/kitchen"
	"example.com/cases/link/querier/good/rows"
)

// Kitchen opens the kitchen.
func Kitchen(db *sql.DB) *kitchen.Kitchen {
	return &kitchen.Kitchen{DB: db, Stock: &rows.Shelf{}, Orders: &rows.Slips{}}
}
