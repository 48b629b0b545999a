// Package model holds the tables of a lending library.
package model

import "time"

// Shelf is found by its label, and nothing makes the label unique.
type Shelf struct {
	ID        uint `gorm:"primaryKey"`
	Branch    string
	Label     string `gorm:"index"`
	CreatedAt time.Time
}

// Card is a reader's card. Only the number of the card is unique.
type Card struct {
	ID     uint   `gorm:"primaryKey"`
	Number string `gorm:"uniqueIndex"`
	Reader string
}

// Wish is a reader's wish for a book.
type Wish struct {
	ID     uint `gorm:"primaryKey"`
	Reader string
	ISBN   string
}

// Seal stops a reader from borrowing; a reader has one at most.
type Seal struct {
	ID     uint   `gorm:"primaryKey"`
	Reader string `gorm:"uniqueIndex"`
	Reason string
}

// TableName implements gorm's Tabler.
func (Seal) TableName() string { return "reader_seals" }
