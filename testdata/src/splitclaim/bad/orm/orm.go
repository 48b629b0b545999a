// Package orm marks by one handle and works in a transaction of another.
package orm

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// mark is a row of repair_marks.
type mark struct {
	Message string `gorm:"primaryKey"`
}

func (mark) TableName() string { return "repair_marks" }

// failure is a row of repair_failures.
type failure struct {
	Message string `gorm:"primaryKey"`
	Reason  string
}

// bike is a row of bikes.
type bike struct {
	ID       string
	State    string
	Repaired time.Time
}

// workshop repairs bikes.
type workshop struct{ db *gorm.DB }

func (w *workshop) routes(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("workshop", "bikes.broken", sub, w.repair)
}

func (w *workshop) repair(msg *message.Message) error {
	db := w.db.WithContext(msg.Context())
	if ok, err := first(db, msg.UUID); err != nil || !ok {
		return err
	}
	err := db.Transaction(func(tx *gorm.DB) error {
		return tx.Model(&bike{}).Where("id = ?", string(msg.Payload)).Updates(bike{State: "whole", Repaired: time.Now()}).Error
	})
	if err != nil {
		return w.fail(context.WithoutCancel(msg.Context()), msg.UUID, err)
	}
	return nil
}

func first(db *gorm.DB, id string) (bool, error) {
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&mark{Message: id}) // want "IDV305: .*repair_marks"
	return res.RowsAffected == 1, res.Error
}

// fail writes down for the foreman what did not work.
func (w *workshop) fail(ctx context.Context, id string, why error) error {
	return w.db.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&failure{Message: id, Reason: why.Error()}).Error
}
