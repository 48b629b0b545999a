// Package sound is a store that never changes who owns a thing.
package sound

import (
	"context"
	"database/sql"
	"errors"
)

// Table implements claims.Claims.
type Table struct{ DB *sql.DB }

// Owner looks an owner up; nobody is the empty name.
func (t *Table) Owner(ctx context.Context, id string) (string, error) {
	var owner string
	err := t.DB.QueryRowContext(ctx, `SELECT owner FROM seal_owners WHERE id = $1`, id).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return owner, err
}

// Put writes an owner unless there is one.
func (t *Table) Put(ctx context.Context, id, owner string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO seal_owners (id, owner) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, owner)
	return err
}
