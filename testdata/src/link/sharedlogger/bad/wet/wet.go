// Package wet keeps lockers of the pool.
package wet

import (
	"context"
	"database/sql"
	"errors"
)

// Wet implements locker.Lockers.
type Wet struct{ DB *sql.DB }

// Find looks up whose the number is; nobody's is the empty name.
func (t *Wet) Find(ctx context.Context, number string) (string, error) {
	var who string
	err := t.DB.QueryRowContext(ctx, `SELECT who FROM pool_lockers WHERE number = $1`, number).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
