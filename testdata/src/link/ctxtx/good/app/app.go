// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/ctxtx/good/parcels"
	"example.com/cases/link/ctxtx/good/phones"
	"example.com/cases/link/ctxtx/good/shelves"
	"example.com/cases/link/ctxtx/good/txn"
)

// Counter opens the counter.
func Counter(db *sql.DB) *parcels.Counter {
	m := &txn.Manager{DB: db}
	return &parcels.Counter{Work: m, Shelves: &shelves.Rows{Txn: m}, Phones: &phones.Outbox{Txn: m}}
}
