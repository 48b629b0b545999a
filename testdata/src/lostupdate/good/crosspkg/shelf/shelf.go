// Package shelf stores how many pieces there are.
package shelf

import (
	"context"
	"database/sql"
	"errors"
)

// ErrShort says that there are fewer pieces.
var ErrShort = errors.New("sold out")

// Shelves is the store.
type Shelves struct{ DB *sql.DB }

// Pieces reads a number.
func (s *Shelves) Pieces(ctx context.Context, article string) (n int, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT pieces FROM stock WHERE article = $1`, article).Scan(&n)
	return n, err
}

// SetPieces writes a number, if the number is still the one that was read.
func (s *Shelves) SetPieces(ctx context.Context, article string, read, n int) error {
	res, err := s.DB.ExecContext(ctx, `UPDATE stock SET pieces = $3 WHERE article = $1 AND pieces = $2`, article, read, n)
	if err != nil {
		return err
	}
	if changed, err := res.RowsAffected(); err != nil {
		return err
	} else if changed == 0 {
		return ErrShort
	}
	return nil
}
