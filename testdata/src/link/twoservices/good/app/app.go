// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/twoservices/good/invoices"
	"example.com/cases/link/twoservices/good/seals"
	"example.com/cases/link/twoservices/good/sound"
)

// Services makes both services.
func Services(db *sql.DB) (*invoices.Service, *seals.Service) {
	table := &sound.Table{DB: db}
	return invoices.New(table), seals.New(table)
}
