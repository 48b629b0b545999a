// Package app wires the program.
package app

import (
	"time"

	"gorm.io/gorm"

	"example.com/cases/link/embeddedover/bad/rooms"
	"example.com/cases/link/embeddedover/bad/rows"
	"example.com/cases/link/embeddedover/bad/slow"
)

// Desk opens the desk.
func Desk(db *gorm.DB) *rooms.Desk {
	return rooms.NewDesk(&slow.Watched{Rooms: &rows.Gorm{DB: db}, Limit: time.Second})
}
