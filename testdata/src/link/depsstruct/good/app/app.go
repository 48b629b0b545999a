// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/depsstruct/good/lent"
	"example.com/cases/link/depsstruct/good/looms"
)

func deps(db *sql.DB) looms.Deps { return looms.Deps{Book: &lent.Lent{DB: db}} }

// Shop opens the shop.
func Shop(db *sql.DB) *looms.Shop { return looms.New(deps(db)) }
