// Package florist orders flowers with gorm. The basket is what makes an order one order.
package florist

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Bouquet is an order.
type Bouquet struct {
	ID         uint
	CustomerID uint   `gorm:"uniqueIndex:one_per_basket"`
	Basket     string `gorm:"uniqueIndex:one_per_basket"`
	Flower     string
	Stems      int
	CreatedAt  time.Time
}

type shop struct{ db *gorm.DB }

func (s *shop) order(ctx context.Context, customer uint, basket, flower string, stems int) error {
	b := Bouquet{CustomerID: customer, Basket: basket, Flower: flower, Stems: stems}
	return s.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "customer_id"}, {Name: "basket"}},
		DoNothing: true,
	}).Create(&b).Error
}

// lately lists the orders of a day for the workshop.
func (s *shop) lately(ctx context.Context, flower string) (list []Bouquet, err error) {
	err = s.db.WithContext(ctx).Where("flower = ? AND created_at > ?", flower, time.Now().Add(-24*time.Hour)).Find(&list).Error
	return list, err
}
