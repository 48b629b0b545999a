package stores

import (
	"context"
	"database/sql"
	"errors"
)

// MySQL keeps racks in MySQL.
type MySQL struct{ DB *sql.DB }

// Holder looks up who has the rack.
func (m *MySQL) Holder(ctx context.Context, rack string) (string, error) {
	var who string
	err := m.DB.QueryRowContext(ctx, "SELECT who FROM rack_holders WHERE rack = ?", rack).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Take writes who has the rack.
func (m *MySQL) Take(ctx context.Context, rack, who string) error {
	_, err := m.DB.ExecContext(ctx, "INSERT INTO rack_holders (rack, who) VALUES (?, ?)", rack, who)
	return err
}
