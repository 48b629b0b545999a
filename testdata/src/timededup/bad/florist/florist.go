// Package florist orders flowers with gorm. Two equal bouquets within a minute are one.
package florist

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Customer is who orders.
type Customer struct {
	ID   uint
	Name string
}

// Bouquet is an order.
type Bouquet struct {
	ID         uint
	CustomerID uint
	Flower     string
	Stems      int
	CreatedAt  time.Time
}

type shop struct{ db *gorm.DB }

func (s *shop) order(ctx context.Context, customer uint, flower string, stems int) (uint, error) {
	b := Bouquet{CustomerID: customer, Flower: flower, Stems: stems}
	err := s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var c Customer
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, customer).Error; err != nil {
			return err
		}
		if found, err := s.double(tx, b); err != nil || found != 0 {
			b.ID = found
			return err
		}
		return tx.Create(&b).Error
	})
	return b.ID, err
}

// double is the number of the same order of a moment ago, or 0.
func (s *shop) double(tx *gorm.DB, b Bouquet) (uint, error) {
	var before Bouquet
	recent := tx.Where("created_at > ?", time.Now().Add(-time.Minute))
	err := recent.Where(&b, "CustomerID", "Flower", "Stems").Limit(1).Find(&before).Error // want "IDV602: .*bouquets"
	return before.ID, err
}
