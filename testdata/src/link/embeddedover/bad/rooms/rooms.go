// Package rooms reserves rehearsal rooms. A decorator embeds the interface and overrides one of its methods.
package rooms

import (
	"context"
	"errors"
)

// Slot is one room at one hour.
type Slot struct {
	Room string
	Hour int64
}

// ErrFree says that nobody has the slot.
var ErrFree = errors.New("slot is free")

// Rooms keeps reservations.
type Rooms interface {
	Band(ctx context.Context, s Slot) (string, error)
	Reserve(ctx context.Context, s Slot, band string) error
	Release(ctx context.Context, s Slot, band string) error
}

// Desk is the use case.
type Desk struct{ rooms Rooms }

// NewDesk opens the desk.
func NewDesk(r Rooms) *Desk { return &Desk{rooms: r} }

// Book reserves a slot for a band.
func (d *Desk) Book(ctx context.Context, s Slot, band string) error {
	_, err := d.rooms.Band(ctx, s)
	if err == nil {
		return errors.New("slot is taken")
	}
	if !errors.Is(err, ErrFree) {
		return err
	}
	return d.rooms.Reserve(ctx, s, band) // linked "IDV301: room_slots"
}
