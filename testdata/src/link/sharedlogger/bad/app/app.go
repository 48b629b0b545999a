// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/sharedlogger/bad/dry"
	"example.com/cases/link/sharedlogger/bad/pool"
	"example.com/cases/link/sharedlogger/bad/sauna"
	"example.com/cases/link/sharedlogger/bad/traced"
	"example.com/cases/link/sharedlogger/bad/wet"
)

// Bath has both use cases.
func Bath(db *sql.DB) (*sauna.Sauna, *pool.Pool) {
	return sauna.New(traced.New(&dry.Dry{DB: db})), pool.New(traced.New(&wet.Wet{DB: db}))
}
