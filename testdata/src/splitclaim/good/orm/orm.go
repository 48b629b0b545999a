// Package orm marks and works by the handle of one transaction.
package orm

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// mark is a row of repair_marks.
type mark struct {
	Message string `gorm:"primaryKey"`
}

func (mark) TableName() string { return "repair_marks" }

// bike is a row of bikes.
type bike struct {
	ID      string
	Repairs int
}

// workshop repairs bikes.
type workshop struct{ db *gorm.DB }

func (w *workshop) routes(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("workshop", "bikes.broken", sub, w.repair)
}

func (w *workshop) repair(msg *message.Message) error {
	return w.once(msg.Context(), msg.UUID, func(tx *gorm.DB) error {
		return tx.Model(&bike{}).Where("id = ?", string(msg.Payload)).Update("repairs", gorm.Expr("repairs + 1")).Error
	})
}

// once hides the transaction and the mark.
func (w *workshop) once(ctx context.Context, id string, work func(*gorm.DB) error) error {
	return w.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ok, err := first(tx, id)
		if err != nil || !ok {
			return err
		}
		return work(tx)
	})
}

func first(tx *gorm.DB, id string) (bool, error) {
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&mark{Message: id})
	return res.RowsAffected == 1, res.Error
}

// manual begins and ends the transaction by hand.
func (w *workshop) manual(ctx context.Context, id, name string) error {
	tx := w.db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer tx.Rollback()
	ok, err := first(tx, id)
	if err != nil || !ok {
		return err
	}
	if err := tx.Model(&bike{}).Where("id = ?", name).Update("repairs", gorm.Expr("repairs + 1")).Error; err != nil {
		return err
	}
	return tx.Commit().Error
}
