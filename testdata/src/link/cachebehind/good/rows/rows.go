// Package rows keeps prices in a database.
package rows

import (
	"context"
	"database/sql"
)

// Rows implements prices.Source.
type Rows struct{ DB *sql.DB }

// Price reads a price.
func (r *Rows) Price(ctx context.Context, lift string) (cents int64, err error) {
	err = r.DB.QueryRowContext(ctx, `SELECT cents FROM lift_prices WHERE lift = ?`, lift).Scan(&cents)
	return cents, err
}
