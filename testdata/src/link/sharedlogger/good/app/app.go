// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/sharedlogger/good/dry"
	"example.com/cases/link/sharedlogger/good/pool"
	"example.com/cases/link/sharedlogger/good/sauna"
	"example.com/cases/link/sharedlogger/good/traced"
	"example.com/cases/link/sharedlogger/good/wet"
)

// Bath has both use cases.
func Bath(db *sql.DB) (*sauna.Sauna, *pool.Pool) {
	return sauna.New(traced.New(&dry.Dry{DB: db})), pool.New(traced.New(&wet.Wet{DB: db}))
}
