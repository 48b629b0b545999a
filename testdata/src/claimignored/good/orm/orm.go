// Package orm makes its claims with gorm and counts the rows.
package orm

import (
	"context"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ErrSold says that the seat has a buyer.
var ErrSold = errors.New("sold")

// Digest is the weekly mail to one reader.
type Digest struct {
	Reader string `gorm:"primaryKey"`
	Week   string `gorm:"primaryKey"`
}

// TableName names the table.
func (Digest) TableName() string { return "digests" }

// Mail waits in the outbox for the relay.
type Mail struct {
	ID   uint64 `gorm:"primaryKey"`
	To   string
	Text string
}

// Mailer writes digests.
type Mailer struct{ db *gorm.DB }

// Send is called by a timer on each of the servers.
func (m *Mailer) Send(ctx context.Context, reader, week, text string) error {
	return m.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		won, err := claim(tx, reader, week)
		if err != nil || !won {
			return err
		}
		return tx.Create(&Mail{To: reader, Text: text}).Error
	})
}

func claim(tx *gorm.DB, reader, week string) (bool, error) {
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&Digest{Reader: reader, Week: week})
	return res.RowsAffected > 0, res.Error
}

// Ticket is a seat in a theatre.
type Ticket struct {
	ID    string `gorm:"primaryKey"`
	State string
	Buyer string
}

// Office sells tickets.
type Office struct{ db *gorm.DB }

// Sell is called from two windows at once.
func (o *Office) Sell(ctx context.Context, ticket, buyer string) error {
	return o.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		res := tx.Model(&Ticket{}).Where("id = ? AND state = ?", ticket, "free").Updates(map[string]any{"state": "sold", "buyer": buyer})
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected != 1 {
			return ErrSold
		}
		return tx.Create(&Mail{To: buyer, Text: "your ticket " + ticket}).Error
	})
}

// Genre is what a play is sorted under.
type Genre struct {
	Name string `gorm:"primaryKey"`
}

// Play belongs to genres.
type Play struct {
	Title  string  `gorm:"primaryKey"`
	Genres []Genre `gorm:"many2many:play_genres"`
	Acts   int
}

// Save adds the genres that are not there, and sets the play.
func (o *Office) Save(ctx context.Context, p Play) error {
	return o.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&p.Genres).Error; err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "title"}}, DoUpdates: clause.AssignmentColumns([]string{"acts"})}).Create(&p).Error
	})
}
