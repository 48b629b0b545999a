// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/twoservices/bad/invoices"
	"example.com/cases/link/twoservices/bad/plain"
	"example.com/cases/link/twoservices/bad/seals"
	"example.com/cases/link/twoservices/bad/sound"
)

// Services makes both services.
func Services(db *sql.DB) (*invoices.Service, *seals.Service) {
	return invoices.New(&plain.Table{DB: db}), seals.New(&sound.Table{DB: db})
}
