// Package app wires the program.
package app

import (
	"database/sql"
	"sync"

	"example.com/cases/link/lazy/good/loft"
	"example.com/cases/link/lazy/good/tents"
)

// Quartermaster makes a quartermaster who opens the database when somebody comes.
func Quartermaster(dsn string) *tents.Quartermaster {
	return tents.New(sync.OnceValue(func() tents.Loft {
		db, err := sql.Open("pgx", dsn)
		if err != nil {
			panic(err)
		}
		return &loft.Tents{DB: db}
	}))
}
