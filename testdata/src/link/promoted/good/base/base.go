// Package base has what the stores of the river office share.
package base

import (
	"context"
	"database/sql"
	"errors"
)

// Table is embedded in stores.
type Table struct{ DB *sql.DB }

// Find looks up who has the id; nobody is the empty name.
func (t Table) Find(ctx context.Context, id string) (string, error) {
	var who string
	err := t.DB.QueryRowContext(ctx, `SELECT who FROM river_permits WHERE id = $1`, id).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
