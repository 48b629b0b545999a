// Package stores has a store for each kind of customer.
package stores

import (
	"context"
	"database/sql"
	"errors"
)

// Postgres keeps racks in PostgreSQL.
type Postgres struct{ DB *sql.DB }

// Holder looks up who has the rack.
func (p *Postgres) Holder(ctx context.Context, rack string) (string, error) {
	var who string
	err := p.DB.QueryRowContext(ctx, `SELECT who FROM bike_racks WHERE rack = $1`, rack).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}

// Take writes who has the rack.
func (p *Postgres) Take(ctx context.Context, rack, who string) error {
	_, err := p.DB.ExecContext(ctx, `INSERT INTO bike_racks (rack, who) VALUES ($1, $2)`, rack, who)
	return err
}
