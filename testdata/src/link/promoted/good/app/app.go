// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/promoted/good/base"
	"example.com/cases/link/promoted/good/grants"
	"example.com/cases/link/promoted/good/trout"
)

// Clerk makes a clerk.
func Clerk(db *sql.DB) *grants.Clerk {
	return grants.NewClerk(&trout.Trout{Table: base.Table{DB: db}, Season: "summer"})
}
