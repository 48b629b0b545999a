// Package app wires the program.
package app

import (
	"database/sql"

	"example.com/cases/link/mediator/good/closing"
	"example.com/cases/link/mediator/good/hub"
	"example.com/cases/link/mediator/good/signs"
)

// Patrol builds the patrol.
func Patrol(db *sql.DB) *closing.Patrol {
	h := hub.New()
	h.On("piste.closed", &signs.Signs{Root: "https://signs.example.com"})
	return &closing.Patrol{DB: db, Bus: h}
}
