// Package embedded keeps its statements in files. The one that inserts leaves a berth that is there.
package embedded

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
)

//go:embed berth_by_ship.sql
var berthByShip string

//go:embed add_berth.sql
var addBerth []byte

// marina gives each ship one berth.
type marina struct{ db *sql.DB }

func (m *marina) berth(ctx context.Context, ship string) (number int, err error) {
	err = m.db.QueryRowContext(ctx, berthByShip, ship).Scan(&number)
	return number, err
}

func (m *marina) moor(ctx context.Context, ship string, number int) (int, error) {
	there, err := m.berth(ctx, ship)
	if !errors.Is(err, sql.ErrNoRows) {
		return there, err
	}
	if _, err = m.db.ExecContext(ctx, string(addBerth), ship, number); err != nil {
		return 0, err
	}
	return m.berth(ctx, ship)
}
