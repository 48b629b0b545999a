// Package lent keeps looms in a database.
package lent

import (
	"context"
	"database/sql"
	"errors"
)

// Lent implements looms.Book.
type Lent struct{ DB *sql.DB }

// Find looks up whose the loom is; nobody's is the empty name.
func (t *Lent) Find(ctx context.Context, loom string) (string, error) {
	var weaver string
	err := t.DB.QueryRowContext(ctx, `SELECT weaver FROM lent_looms WHERE loom = $1`, loom).Scan(&weaver)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return weaver, err
}
