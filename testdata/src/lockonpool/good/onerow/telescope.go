// Package onerow holds the lock as long as its transaction.
package onerow

import (
	"context"
	"database/sql"
)

// Turn moves a telescope, which only one at a time may do.
func Turn(ctx context.Context, db *sql.DB, telescope int64, move func(ctx context.Context, model string) error) error {
	// docs:begin lockonpool-good
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var model string
	err = tx.QueryRowContext(ctx, `SELECT model FROM telescopes WHERE id = $1 FOR UPDATE`, telescope).Scan(&model)
	if err != nil {
		return err
	}
	if err := move(ctx, model); err != nil {
		return err
	}
	return tx.Commit()
	// docs:end lockonpool-good
}
