// Package plain is a store that just writes.
package plain

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
	err := t.DB.QueryRowContext(ctx, `SELECT owner FROM invoice_owners WHERE id = $1`, id).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return owner, err
}

// Put writes an owner.
func (t *Table) Put(ctx context.Context, id, owner string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO invoice_owners (id, owner) VALUES ($1, $2)`, id, owner)
	return err
}
