// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/mockbeside/bad/bookrows"
	"example.com/cases/link/mockbeside/bad/rooms"
)

// House opens the house.
func House(db *sql.DB) *rooms.House { return rooms.New(&bookrows.Table{DB: db}) }
