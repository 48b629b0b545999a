// Package shed keeps oars in a database.
package shed

import (
	"context"
	"database/sql"
	"errors"
)

// Shed implements oars.Rack.
type Shed struct{ DB *sql.DB }

// Find looks up whose the pair is; nobody's is the empty name.
func (t *Shed) Find(ctx context.Context, pair string) (string, error) {
	var rower string
	err := t.DB.QueryRowContext(ctx, `SELECT rower FROM oar_pairs WHERE pair = $1`, pair).Scan(&rower)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return rower, err
}
