// Package shelf stores how many pieces there are. It has no method that subtracts.
package shelf

import (
	"context"
	"database/sql"
)

// Shelves is the store.
type Shelves struct{ DB *sql.DB }

// Pieces reads a number.
func (s *Shelves) Pieces(ctx context.Context, article string) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT pieces FROM stock WHERE article = $1`, article).Scan(&n)
	return n, err
}

// SetPieces writes a number.
func (s *Shelves) SetPieces(ctx context.Context, article string, n int) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE stock SET pieces = $2 WHERE article = $1`, article, n)
	return err
}
