// Package vault keeps harps in a database.
package vault

import (
	"context"
	"database/sql"
	"errors"
)

// Harps implements harps.Vault.
type Harps struct{ DB *sql.DB }

// Find looks up whose the harp is; nobody's is the empty name.
func (t *Harps) Find(ctx context.Context, harp string) (string, error) {
	var player string
	err := t.DB.QueryRowContext(ctx, `SELECT player FROM lent_harps WHERE harp = $1`, harp).Scan(&player)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return player, err
}
