// Package embedded keeps its statements in files.
package embedded

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
)

var (
	//go:embed berth_by_ship.sql
	berthByShip string

	//go:embed add_berth.sql
	addBerth string
)

// marina gives each ship one berth.
type marina struct{ db *sql.DB }

func (m *marina) berth(ctx context.Context, ship string) (number int, err error) {
	err = m.db.QueryRowContext(ctx, berthByShip, ship).Scan(&number)
	return number, err
}

func (m *marina) moor(ctx context.Context, ship string, number int) error {
	_, err := m.berth(ctx, ship)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = m.db.ExecContext(ctx, addBerth, ship, number) // want "IDV301: marina_berths"
	}
	return err
}
