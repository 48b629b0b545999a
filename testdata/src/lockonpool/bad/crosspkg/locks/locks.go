// Package locks is a small library, whose type looks as if it held something.
package locks

import (
	"context"
	"database/sql"
)

// Advisory is a lock with a number.
type Advisory struct {
	DB  *sql.DB
	Key int64
}

// Lock waits for the lock.
func (a *Advisory) Lock(ctx context.Context) error {
	_, err := a.DB.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, a.Key) // want "IDV309: pg_advisory_lock|ExecContext"
	return err
}

// Unlock gives it back.
func (a *Advisory) Unlock(ctx context.Context) error {
	_, err := a.DB.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, a.Key)
	return err
}
