// Package mocks has stand-ins.
package mocks

import (
	"context"
	"database/sql"
	"errors"
)

// Shelf keeps stalls in whatever database a test has.
type Shelf struct{ DB *sql.DB }

// Trader looks up who has the stall.
func (s *Shelf) Trader(ctx context.Context, stall string) (string, error) {
	var who string
	err := s.DB.QueryRowContext(ctx, `SELECT trader FROM shelf_stalls WHERE stall = ?`, stall).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Give writes who has the stall.
func (s *Shelf) Give(ctx context.Context, stall, trader string) error {
	_, err := s.DB.ExecContext(ctx, `INSERT INTO shelf_stalls (stall, trader) VALUES (?, ?)`, stall, trader)
	return err
}
