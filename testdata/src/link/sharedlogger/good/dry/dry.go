// Package dry keeps lockers of the sauna.
package dry

import (
	"context"
	"database/sql"
	"errors"
)

// Dry implements locker.Lockers.
type Dry struct{ DB *sql.DB }

// Find looks up whose the number is; nobody's is the empty name.
func (t *Dry) Find(ctx context.Context, number string) (string, error) {
	var who string
	err := t.DB.QueryRowContext(ctx, `SELECT who FROM sauna_lockers WHERE number = $1`, number).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
