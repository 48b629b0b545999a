// Package model holds the tables of a lending library, with their unique indexes.
package model

// Shelf has one row for a branch and a label.
type Shelf struct {
	ID     uint   `gorm:"primaryKey"`
	Branch string `gorm:"uniqueIndex:idx_branch_label"`
	Label  string `gorm:"uniqueIndex:idx_branch_label"`
}

// Card is a reader's only card.
type Card struct {
	ID     uint   `gorm:"primaryKey"`
	Number string `gorm:"uniqueIndex"`
	Reader string `gorm:"unique"`
}

// Wish is a reader's wish for a book, at most one for each book.
type Wish struct {
	ID     uint   `gorm:"primaryKey"`
	Reader string `gorm:"uniqueIndex:idx_wish"`
	ISBN   string `gorm:"uniqueIndex:idx_wish"`
}

// Reader is a person with a card.
type Reader struct {
	ID   uint `gorm:"primaryKey"`
	Name string
}

// Loan is a book that a reader has; how many is the library's business.
type Loan struct {
	ID       uint `gorm:"primaryKey"`
	ReaderID uint
	ISBN     string
}
