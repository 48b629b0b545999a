// Package onerow is the plainest form of the mistake: the lock is released before the function that took it knows.
package onerow

import (
	"context"
	"database/sql"
)

// Turn moves a telescope, which only one at a time may do.
func Turn(ctx context.Context, db *sql.DB, telescope int64, move func(ctx context.Context, model string) error) error {
	// docs:begin lockonpool-bad
	var model string
	err := db.QueryRowContext(ctx, `SELECT model FROM telescopes WHERE id = $1 FOR UPDATE`, telescope).Scan(&model) // want "IDV309: telescopes"
	if err != nil {
		return err
	}
	return move(ctx, model)
	// docs:end lockonpool-bad
}
