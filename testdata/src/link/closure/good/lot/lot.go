// Package lot keeps spots of a camp site in a database.
package lot

import (
	"context"
	"database/sql"
	"errors"
)

// Lot implements web.Spots.
type Lot struct{ DB *sql.DB }

// Find looks up whose the spot is; nobody's is the empty name.
func (t *Lot) Find(ctx context.Context, spot string) (string, error) {
	var van string
	err := t.DB.QueryRowContext(ctx, `SELECT van FROM camp_spots WHERE spot = $1`, spot).Scan(&van)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return van, err
}
