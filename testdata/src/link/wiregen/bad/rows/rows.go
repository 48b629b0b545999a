// Package rows keeps credits with gorm.
package rows

import (
	"context"

	"gorm.io/gorm"
)

// Credit is a row of wash_credits.
type Credit struct {
	Guest string `gorm:"primaryKey"`
	Left  int
}

// TableName names the table.
func (Credit) TableName() string { return "wash_credits" }

// Gorm implements credits.Accounts.
type Gorm struct{ db *gorm.DB }

// NewGorm is a provider.
func NewGorm(db *gorm.DB) *Gorm { return &Gorm{db: db} }

// Left reads the credits of a guest.
func (g *Gorm) Left(ctx context.Context, guest string) (int, error) {
	var c Credit
	err := g.db.WithContext(ctx).First(&c, "guest = ?", guest).Error
	return c.Left, err
}

// SetLeft writes the credits of a guest.
func (g *Gorm) SetLeft(ctx context.Context, guest string, left int) error {
	return g.db.WithContext(ctx).Model(&Credit{}).Where("guest = ?", guest).Update("left", left).Error
}
