// Package doomed is the plainest form of the mistake: the violation is forgiven by the program, and not by the database.
package doomed

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Record stores a sighting of a comet, and the comet if it is new.
func Record(ctx context.Context, db *sql.DB, comet, place string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// docs:begin abortedtx-bad
	_, err = tx.ExecContext(ctx, `INSERT INTO comets (name) VALUES ($1)`, comet)
	if err != nil && !isDuplicate(err) { // want "IDV303: comets"
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO sightings (comet, place) VALUES ($1, $2)`, comet, place)
	if err != nil {
		return err
	}
	return tx.Commit()
	// docs:end abortedtx-bad
}

func isDuplicate(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}
