package stores

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

// RackRow is a row of Gorm.
type RackRow struct{ Rack, Who string }

// Gorm keeps racks in any database that gorm knows.
type Gorm struct{ DB *gorm.DB }

// Holder looks up who has the rack.
func (g *Gorm) Holder(ctx context.Context, rack string) (string, error) {
	var row RackRow
	err := g.DB.WithContext(ctx).Where("rack = ?", rack).First(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return "", nil
	}
	return row.Who, err
}

// Take writes who has the rack.
func (g *Gorm) Take(ctx context.Context, rack, who string) error {
	return g.DB.WithContext(ctx).Create(&RackRow{Rack: rack, Who: who}).Error
}
