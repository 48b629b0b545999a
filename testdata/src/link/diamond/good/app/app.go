// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/diamond/good/boxoffice"
	"example.com/cases/link/diamond/good/hall"
	"example.com/cases/link/diamond/good/seats"
	"example.com/cases/link/diamond/good/usher"
)

// Evening has both use cases on one store.
func Evening(db *sql.DB) (*boxoffice.Office, *usher.Usher) {
	var s seats.Seats = &hall.Hall{DB: db}
	return &boxoffice.Office{Seats: s}, &usher.Usher{Seats: s}
}
