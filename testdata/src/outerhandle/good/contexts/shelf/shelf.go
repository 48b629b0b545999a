// Package shelf keeps books.
package shelf

import (
	"context"

	"example.com/cases/outerhandle/good/contexts/txctx"
)

// Shelf is a table.
type Shelf struct{ db *txctx.DB }

// New makes a shelf.
func New(db *txctx.DB) *Shelf { return &Shelf{db: db} }

// Take marks a book as lent.
func (s *Shelf) Take(ctx context.Context, book string) error {
	_, err := s.db.Of(ctx).ExecContext(ctx, `UPDATE shelf_books SET lent = true WHERE id = $1`, book)
	return err
}
