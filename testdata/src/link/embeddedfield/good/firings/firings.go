// Package firings keeps slots in MySQL.
package firings

import (
	"context"
	"database/sql"
	"errors"
)

// Firings implements kilns.Store.
type Firings struct{ DB *sql.DB }

// Find looks up whose the slot is; nobody's is the empty name.
func (t *Firings) Find(ctx context.Context, slot string) (string, error) {
	var potter string
	err := t.DB.QueryRowContext(ctx, `SELECT potter FROM kiln_slots WHERE slot = ?`, slot).Scan(&potter)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return potter, err
}
