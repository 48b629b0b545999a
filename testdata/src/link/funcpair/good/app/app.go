// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/funcpair/good/names"
	"example.com/cases/link/funcpair/good/table"
)

// Giver builds a giver.
func Giver(db *sql.DB) *names.Giver {
	t := &table.Table{DB: db}
	return &names.Giver{Owner: t.Owner, Keep: t.Keep}
}
