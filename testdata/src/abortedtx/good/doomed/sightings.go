// Package doomed says in the statement that a duplicate is no error.
package doomed

import (
	"context"
	"database/sql"
)

// Record stores a sighting of a comet, and the comet if it is new.
func Record(ctx context.Context, db *sql.DB, comet, place string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// docs:begin abortedtx-good
	_, err = tx.ExecContext(ctx, `INSERT INTO comets (name) VALUES ($1) ON CONFLICT (name) DO NOTHING`, comet)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO sightings (comet, place) VALUES ($1, $2)`, comet, place)
	if err != nil {
		return err
	}
	return tx.Commit()
	// docs:end abortedtx-good
}
