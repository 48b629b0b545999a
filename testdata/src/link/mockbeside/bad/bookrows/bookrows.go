// Package bookrows keeps the book in PostgreSQL.
package bookrows

import (
	"context"
	"database/sql"
	"errors"
)

// Table implements rooms.Book.
type Table struct{ DB *sql.DB }

// Guest looks up who sleeps in the room; nobody is the empty name.
func (t *Table) Guest(ctx context.Context, room string) (string, error) {
	var who string
	err := t.DB.QueryRowContext(ctx, `SELECT guest FROM guest_rooms WHERE room = $1`, room).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
