// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/methodvalue/good/harps"
	"example.com/cases/link/methodvalue/good/vault"
)

// Office opens the office.
func Office(db *sql.DB) *harps.Office { return &harps.Office{Vault: &vault.Harps{DB: db}} }
