// Package orms passes the transaction's handle on.
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

func hours(db *gorm.DB, hours []Hour) error {
	return db.Clauses(clause.OnConflict{DoNothing: true}).Create(&hours).Error
}

func (s *school) plan(ctx context.Context, l Lesson, list []Hour) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&l).Error; err != nil {
			return err
		}
		return hours(tx, list)
	})
}

// with gives a school that lives in a transaction.
func (s *school) with(tx *gorm.DB) *school { return &school{db: tx} }

func (s *school) drop(ctx context.Context, lesson string) error {
	return s.db.WithContext(ctx).Where("lesson = ?", lesson).Delete(&Hour{}).Error
}

func (s *school) cancel(ctx context.Context, lesson string) error {
	tx := s.db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	if err := tx.Model(&Lesson{}).Where("id = ?", lesson).Update("state", "cancelled").Error; err != nil {
		return err
	}
	if err := s.with(tx).drop(ctx, lesson); err != nil {
		return err
	}
	return tx.Commit().Error
}

// ended drops the hours of lessons that are over, after its transaction.
func (s *school) ended(ctx context.Context, lesson string) error {
	err := s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Lesson{}).Where("id = ?", lesson).Update("state", "over").Error
	})
	if err != nil {
		return err
	}
	return s.drop(ctx, lesson)
}

// music is the same school with bun.
type music struct{ db *bun.DB }

func (m *music) plan(ctx context.Context, l Lesson, hours []Hour) error {
	return m.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewInsert().Model(&l).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return err
		}
		return m.hours(ctx, tx, hours)
	})
}

func (m *music) hours(ctx context.Context, db bun.IDB, hours []Hour) error {
	_, err := db.NewInsert().Model(&hours).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}
