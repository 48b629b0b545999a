// Package orms locks with gorm: outside of a transaction, or with an option that this version does not know.
package orms

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Organ is an organ in a church. One tuner at a time.
type Organ struct {
	ID     uint
	Church string
	Pipes  int
	Tuned  bool
}

// Bell is a bell, and also wants quiet.
type Bell struct {
	ID    uint
	Tower string
}

type tuners struct{ db *gorm.DB }

// find has the lock clause, and the handle of the whole program.
func (t *tuners) find(ctx context.Context, id uint) (*Organ, error) {
	var o Organ
	err := t.db.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).First(&o, id).Error // want "IDV309: organs"
	return &o, err
}

func (t *tuners) tune(ctx context.Context, id uint, play func(pipes int) error) error {
	o, err := t.find(ctx, id)
	if err != nil {
		return err
	}
	return play(o.Pipes)
}

// ring sets the option of gorm 1, which gorm 2 takes and ignores.
func (t *tuners) ring(ctx context.Context, id uint, strike func(tower string) error) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var b Bell
		if err := tx.Set("gorm:query_option", "FOR UPDATE").First(&b, id).Error; err != nil { // want "IDV309: bells"
			return err
		}
		return strike(b.Tower)
	})
}

// retune begins a transaction and goes on with the handle from before.
func (t *tuners) retune(ctx context.Context, church string, play func(pipes int) error) error {
	db := t.db.WithContext(ctx)
	return db.Transaction(func(tx *gorm.DB) error {
		var all []Organ
		err := db.Clauses(clause.Locking{Strength: "UPDATE", Options: "NOWAIT"}).Where("church = ?", church).Find(&all).Error // want "IDV309: organs"
		if err != nil {
			return err
		}
		for _, o := range all {
			if err := tx.Model(&o).Update("tuned", true).Error; err != nil {
				return err
			}
			if err := play(o.Pipes); err != nil {
				return err
			}
		}
		return nil
	})
}
