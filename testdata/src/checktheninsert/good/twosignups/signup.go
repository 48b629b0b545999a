// Package twosignups lets the database decide: of two inserts for one address one adds a row, and the other says that it did not.
package twosignups

import (
	"context"
	"database/sql"
	"errors"
)

var errTaken = errors.New("there is a member with this address")

// Join adds a member to the rowing club. The table has a unique index on the address.
func Join(ctx context.Context, db *sql.DB, address, name string) error {
	// docs:begin checktheninsert-good
	res, err := db.ExecContext(ctx, `INSERT INTO members (address, name) VALUES ($1, $2)
		ON CONFLICT (address) DO NOTHING`, address, name)
	if err != nil {
		return err
	}
	added, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if added == 0 {
		return errTaken
	}
	return nil
	// docs:end checktheninsert-good
}
