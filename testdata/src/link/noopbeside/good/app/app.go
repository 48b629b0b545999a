// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/noopbeside/good/barn"
	"example.com/cases/link/noopbeside/good/sledges"
)

// Hill makes a hill; without a database nothing is remembered.
func Hill(db *sql.DB) *sledges.Hill {
	if db == nil {
		return sledges.New(nil)
	}
	return sledges.New(&barn.Sledges{DB: db})
}
