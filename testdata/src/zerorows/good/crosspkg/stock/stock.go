// Package stock keeps reservations. It serves people, who want to know that there was nothing to change, and consumers.
package stock

import (
	"context"
	"database/sql"
	"errors"
)

// ErrGone says that there is no such reservation.
var ErrGone = errors.New("no such reservation")

// Shelf keeps reservations.
type Shelf struct{ DB *sql.DB }

// Drop deletes a reservation.
func (s *Shelf) Drop(ctx context.Context, id string) error {
	res, err := s.DB.ExecContext(ctx, `DELETE FROM reservations WHERE id = $1`, id)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = ErrGone
	}
	return err
}
