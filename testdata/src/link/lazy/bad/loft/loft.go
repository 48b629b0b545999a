// Package loft keeps tents in a database.
package loft

import (
	"context"
	"database/sql"
	"errors"
)

// Tents implements tents.Loft.
type Tents struct{ DB *sql.DB }

// Find looks up whose the tent is; nobody's is the empty name.
func (t *Tents) Find(ctx context.Context, tent string) (string, error) {
	var scout string
	err := t.DB.QueryRowContext(ctx, `SELECT scout FROM scout_tents WHERE tent = $1`, tent).Scan(&scout)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return scout, err
}
