// Package stock keeps rows.
package stock

import (
	"context"
	"database/sql"
	"errors"
)

// Shelf is a database.
type Shelf struct{ DB *sql.DB }

// Has looks for a row.
func (s *Shelf) Has(ctx context.Context, order string) (bool, error) {
	var id string
	err := s.DB.QueryRowContext(ctx, `SELECT id FROM receipts WHERE order_id = $1`, order).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Add writes one.
func (s *Shelf) Add(ctx context.Context, order string, cents int) error {
	_, err := s.DB.ExecContext(ctx, `INSERT INTO receipts (order_id, cents) VALUES ($1, $2)`, order, cents)
	return err
}

// Take lowers what is there.
func (s *Shelf) Take(ctx context.Context, item string) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE shelf SET count = count - 1 WHERE item = $1`, item)
	return err
}
