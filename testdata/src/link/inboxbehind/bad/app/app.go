// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/inboxbehind/bad/rows"
	"example.com/cases/link/inboxbehind/bad/wallets"
)

// Machine builds the consumer.
func Machine(db *sql.DB) *wallets.Machine {
	return &wallets.Machine{DB: db, Inbox: &rows.Seen{}, Wallets: &rows.Money{}}
}
