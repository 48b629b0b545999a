// Package inbox keeps in the database which messages are done.
package inbox

import (
	"context"
	"database/sql"
	"errors"
)

// Table implements front.Inbox.
type Table struct{}

// Lock keeps all others from a message until the transaction ends.
func (Table) Lock(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, id)
	return err
}

// Known reports whether a message is noted.
func (Table) Known(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	var one int
	err := tx.QueryRowContext(ctx, `SELECT 1 FROM press_inbox WHERE id = $1`, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Note notes a message.
func (Table) Note(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO press_inbox (id) VALUES ($1)`, id)
	return err
}
