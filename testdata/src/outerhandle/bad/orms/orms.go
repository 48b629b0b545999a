// Package orms has the handle of the program and the one of the transaction in one type, so the compiler minds no mix-up.
package orms

import (
	"context"

	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Lesson is given by a teacher.
type Lesson struct {
	ID      string `gorm:"primaryKey" bun:",pk"`
	Teacher string
	State   string
}

// TableName names the table.
func (Lesson) TableName() string { return "lessons" }

// Hour is booked for a lesson.
type Hour struct {
	bun.BaseModel `bun:"table:hours" gorm:"-"`
	ID            string `gorm:"primaryKey" bun:",pk"`
	Lesson        string
}

// TableName names the table.
func (Hour) TableName() string { return "hours" }

// school has lessons in gorm.
type school struct{ db *gorm.DB }

func (s *school) hours(ctx context.Context, hours []Hour) error {
	return s.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&hours).Error // want "IDV507: .*hours"
}

func (s *school) plan(ctx context.Context, l Lesson, hours []Hour) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&l).Error; err != nil {
			return err
		}
		return s.hours(ctx, hours)
	})
}

// cancel begins by hand.
func (s *school) cancel(ctx context.Context, lesson string) error {
	tx := s.db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	if err := tx.Model(&Lesson{}).Where("id = ?", lesson).Update("state", "cancelled").Error; err != nil {
		return err
	}
	if err := s.db.WithContext(ctx).Where("lesson = ?", lesson).Delete(&Hour{}).Error; err != nil { // want "IDV507: .*hours"
		return err
	}
	return tx.Commit().Error
}

// music is the same school with bun.
type music struct{ db *bun.DB }

func (m *music) plan(ctx context.Context, l Lesson, hours []Hour) error {
	return m.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewInsert().Model(&l).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return err
		}
		_, err := m.db.NewInsert().Model(&hours).On("CONFLICT (id) DO NOTHING").Exec(ctx) // want "IDV507: .*hours"
		return err
	})
}
