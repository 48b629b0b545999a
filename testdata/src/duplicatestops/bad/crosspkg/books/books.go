// Package books keeps orders of books.
package books

import (
	"context"
	"database/sql"
	"errors"

	"github.com/go-sql-driver/mysql"
)

// ErrKnown is returned for an order that is stored.
var ErrKnown = errors.New("the order is known")

// Shop is the store.
type Shop struct{ db *sql.DB }

// New makes a shop.
func New(db *sql.DB) *Shop { return &Shop{db: db} }

// Order stores an order under its number, and counts it for its book.
func (s *Shop) Order(ctx context.Context, number, title string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(ctx, `INSERT INTO book_orders (number, title) VALUES (?, ?)`, number, title)
	var my *mysql.MySQLError
	if errors.As(err, &my) && my.Number == 1062 {
		return ErrKnown
	}
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE books SET ordered = ordered + 1 WHERE title = ?`, title); err != nil {
		return err
	}
	return tx.Commit()
}
