// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/promoted/bad/base"
	"example.com/cases/link/promoted/bad/grants"
	"example.com/cases/link/promoted/bad/trout"
)

// Clerk makes a clerk.
func Clerk(db *sql.DB) *grants.Clerk {
	return grants.NewClerk(&trout.Trout{Table: base.Table{DB: db}, Season: "summer"})
}
