// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/ctxtx/bad/parcels"
	"example.com/cases/link/ctxtx/bad/phones"
	"example.com/cases/link/ctxtx/bad/shelves"
	"example.com/cases/link/ctxtx/bad/txn"
)

// Counter opens the counter.
func Counter(db *sql.DB, gateway string) *parcels.Counter {
	m := &txn.Manager{DB: db}
	return &parcels.Counter{Work: m, Shelves: &shelves.Rows{Txn: m}, Phones: &phones.Gateway{Root: gateway}}
}
