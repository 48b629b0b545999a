// Package rows keeps reservations with gorm.
package rows

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"example.com/cases/link/embeddedover/bad/rooms"
)

// RoomSlot is a row.
type RoomSlot struct {
	Room string
	Hour int64
	Band string
}

// Gorm implements rooms.Rooms.
type Gorm struct{ DB *gorm.DB }

// Band looks up who has the slot.
func (g *Gorm) Band(ctx context.Context, s rooms.Slot) (string, error) {
	var row RoomSlot
	err := g.DB.WithContext(ctx).Where("room = ? AND hour = ?", s.Room, s.Hour).First(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return "", rooms.ErrFree
	}
	return row.Band, err
}

// Reserve writes a reservation.
func (g *Gorm) Reserve(ctx context.Context, s rooms.Slot, band string) error {
	return g.DB.WithContext(ctx).Create(&RoomSlot{Room: s.Room, Hour: s.Hour, Band: band}).Error
}

// Release deletes a reservation.
func (g *Gorm) Release(ctx context.Context, s rooms.Slot, band string) error {
	return g.DB.WithContext(ctx).Where("room = ? AND hour = ? AND band = ?", s.Room, s.Hour, band).Delete(&RoomSlot{}).Error
}
