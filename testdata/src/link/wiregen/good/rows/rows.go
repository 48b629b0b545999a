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

// Take subtracts in one statement that asks for enough.
func (g *Gorm) Take(ctx context.Context, guest string, price int) (bool, error) {
	res := g.db.WithContext(ctx).Model(&Credit{}).Where(`guest = ? AND "left" >= ?`, guest, price).
		Update("left", gorm.Expr(`"left" - ?`, price))
	return res.RowsAffected == 1, res.Error
}
