// Package twosignups is the plainest form of the mistake: two requests for one address both find no member, and both add one.
package twosignups

import (
	"context"
	"database/sql"
	"errors"
)

var errTaken = errors.New("there is a member with this address")

// Join adds a member to the rowing club.
func Join(ctx context.Context, db *sql.DB, address, name string) error {
	// docs:begin checktheninsert-bad
	var id int64
	err := db.QueryRowContext(ctx, `SELECT id FROM members WHERE address = $1`, address).Scan(&id)
	if err == nil {
		return errTaken
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO members (address, name) VALUES ($1, $2)`, address, name) // want "IDV301: members"
	return err
	// docs:end checktheninsert-bad
}
