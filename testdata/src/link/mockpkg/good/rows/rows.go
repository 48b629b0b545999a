// Package rows keeps stalls in PostgreSQL.
package rows

import (
	"context"
	"database/sql"
	"errors"
)

// Rows implements stalls.Store.
type Rows struct{ DB *sql.DB }

// Trader looks up who has the stall.
func (r *Rows) Trader(ctx context.Context, stall string) (string, error) {
	var who string
	err := r.DB.QueryRowContext(ctx, `SELECT trader FROM market_stalls WHERE stall = $1`, stall).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
