// Package inbox keeps in the database which messages are done.
package inbox

import (
	"context"
	"database/sql"
	"errors"
)

// Table implements front.Inbox.
type Table struct{}

// Known reports whether a message is noted. It holds the gate of the inbox, so that nobody else looks in between.
func (Table) Known(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, id); err != nil {
		return false, err
	}
	var one int
	err := tx.QueryRowContext(ctx, `SELECT 1 FROM cider_inbox WHERE id = $1`, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Note notes a message.
func (Table) Note(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO cider_inbox (id) VALUES ($1)`, id)
	return err
}
