// Package inbox keeps in the database which messages are done.
package inbox

import (
	"context"
	"database/sql"
)

// Table implements front.Inbox.
type Table struct{}

// First takes the message, and reports whether it is new.
func (Table) First(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `INSERT INTO vine_inbox (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
