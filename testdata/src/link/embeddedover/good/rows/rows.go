// Package rows keeps reservations with gorm.
package rows

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/cases/link/embeddedover/good/rooms"
)

// RoomSlot is a row.
type RoomSlot struct {
	Room string `gorm:"primaryKey"`
	Hour int64  `gorm:"primaryKey"`
	Band string
}

// Gorm implements rooms.Rooms.
type Gorm struct{ DB *gorm.DB }

// Band looks up who has the slot.
func (g *Gorm) Band(ctx context.Context, s rooms.Slot) (string, error) {
	var row RoomSlot
	err := g.DB.WithContext(ctx).Where("room = ? AND hour = ?", s.Room, s.Hour).First(&row).Error
	return row.Band, err
}

// Reserve writes a reservation; the one who has it already may ask again.
func (g *Gorm) Reserve(ctx context.Context, s rooms.Slot, band string) error {
	res := g.DB.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&RoomSlot{Room: s.Room, Hour: s.Hour, Band: band})
	if res.Error != nil || res.RowsAffected == 1 {
		return res.Error
	}
	holder, err := g.Band(ctx, s)
	if err == nil && holder != band {
		return rooms.ErrTaken
	}
	return err
}

// Release deletes a reservation.
func (g *Gorm) Release(ctx context.Context, s rooms.Slot, band string) error {
	return g.DB.WithContext(ctx).Where("room = ? AND hour = ? AND band = ?", s.Room, s.Hour, band).Delete(&RoomSlot{}).Error
}
