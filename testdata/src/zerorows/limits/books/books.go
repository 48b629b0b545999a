// Package books implements a store for another package.
package books

import (
	"context"
	"database/sql"
)

// Table keeps books.
type Table struct{ DB *sql.DB }

// Add inserts a book.
func (t *Table) Add(ctx context.Context, isbn string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO books (isbn) VALUES ($1)`, isbn)
	return err
}
