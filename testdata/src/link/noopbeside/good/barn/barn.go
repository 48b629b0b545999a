// Package barn keeps sledges in a database.
package barn

import (
	"context"
	"database/sql"
	"errors"
)

// Sledges implements sledges.Barn.
type Sledges struct{ DB *sql.DB }

// Find looks up whose the sledge is; nobody's is the empty name.
func (t *Sledges) Find(ctx context.Context, sledge string) (string, error) {
	var child string
	err := t.DB.QueryRowContext(ctx, `SELECT child FROM hill_sledges WHERE sledge = $1`, sledge).Scan(&child)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return child, err
}
