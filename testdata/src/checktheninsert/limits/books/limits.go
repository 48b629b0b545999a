// Package books is a store that its user knows as an interface.
package books

import (
	"context"
	"database/sql"
	"errors"
)

// Shelf is a table of books.
type Shelf struct{ DB *sql.DB }

// Has says whether the book is there.
func (s *Shelf) Has(ctx context.Context, isbn string) (bool, error) {
	var one int
	err := s.DB.QueryRowContext(ctx, `SELECT 1 FROM books WHERE isbn = $1`, isbn).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Add adds the book.
func (s *Shelf) Add(ctx context.Context, isbn string) error {
	_, err := s.DB.ExecContext(ctx, `INSERT INTO books (isbn) VALUES ($1)`, isbn)
	return err
}
