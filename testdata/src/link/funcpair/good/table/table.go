// Package table keeps names in a database.
package table

import (
	"context"
	"database/sql"
	"errors"
)

// Table keeps names.
type Table struct{ DB *sql.DB }

// Owner looks up which plot has the name; none is the empty plot.
func (t *Table) Owner(ctx context.Context, name string) (string, error) {
	var plot string
	err := t.DB.QueryRowContext(ctx, `SELECT plot FROM plot_names WHERE name = $1`, name).Scan(&plot)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return plot, err
}
