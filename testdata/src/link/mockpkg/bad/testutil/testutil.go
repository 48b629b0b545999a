// Package testutil has markets for tests.
package testutil

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/mockpkg/bad/mocks"
	"example.com/cases/link/mockpkg/bad/stalls"
)

// FakeStore keeps stalls in a table of its own.
type FakeStore struct{ DB *sql.DB }

// Trader looks up who has the stall.
func (f *FakeStore) Trader(ctx context.Context, stall string) (string, error) {
	var who string
	err := f.DB.QueryRowContext(ctx, `SELECT trader FROM fake_stalls WHERE stall = ?`, stall).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Give writes who has the stall.
func (f *FakeStore) Give(ctx context.Context, stall, trader string) error {
	_, err := f.DB.ExecContext(ctx, `INSERT INTO fake_stalls (stall, trader) VALUES (?, ?)`, stall, trader)
	return err
}

// Market is a market for tests.
func Market(db *sql.DB) *stalls.Market { return stalls.New(&FakeStore{DB: db}) }

// Shelf is one with a shelf.
func Shelf(db *sql.DB) *stalls.Market { return stalls.New(&mocks.Shelf{DB: db}) }
