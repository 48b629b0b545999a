// Package orms locks with gorm in its transactions, in the words of the version in use.
package orms

import (
	"context"

	gormv1 "github.com/jinzhu/gorm"
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

func find(tx *gorm.DB, id uint) (*Organ, error) {
	var o Organ
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&o, id).Error
	return &o, err
}

func (t *tuners) tune(ctx context.Context, id uint, play func(pipes int) error) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		o, err := find(tx, id)
		if err != nil {
			return err
		}
		return play(o.Pipes)
	})
}

// retune has begun by hand.
func (t *tuners) retune(ctx context.Context, church string, play func(pipes int) error) error {
	tx := t.db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	var all []Organ
	err := tx.Clauses(clause.Locking{Strength: "UPDATE", Options: "NOWAIT"}).Where("church = ?", church).Find(&all).Error
	if err != nil {
		return err
	}
	for _, o := range all {
		if err := play(o.Pipes); err != nil {
			return err
		}
		if err := tx.Model(&o).Update("tuned", true).Error; err != nil {
			return err
		}
	}
	return tx.Commit().Error
}

// alone keeps one connection for a lock of the session.
func (t *tuners) alone(ctx context.Context, work func(context.Context) error) error {
	return t.db.WithContext(ctx).Connection(func(conn *gorm.DB) error {
		if err := conn.Exec("SELECT pg_advisory_lock(?)", 31).Error; err != nil {
			return err
		}
		defer conn.WithContext(context.WithoutCancel(ctx)).Exec("SELECT pg_advisory_unlock(?)", 31)
		return work(ctx)
	})
}

// ring is written for gorm 1, where the option is the way to lock.
func ring(db *gormv1.DB, id uint, strike func(tower string) error) error {
	return db.Transaction(func(tx *gormv1.DB) error {
		var b Bell
		if err := tx.Set("gorm:query_option", "FOR UPDATE").First(&b, id).Error; err != nil {
			return err
		}
		return strike(b.Tower)
	})
}
