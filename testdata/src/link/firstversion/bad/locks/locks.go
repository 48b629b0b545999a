// Package locks has locks in the database.
package locks

import (
	"context"
	"database/sql"
)

// Advisory implements boats.Locks with advisory locks of PostgreSQL.
type Advisory struct{ DB *sql.DB }

// While holds the lock on a connection of its own.
func (a *Advisory) While(ctx context.Context, name string, do func(ctx context.Context) error) error {
	conn, err := a.DB.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(hashtext($1))`, name); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(hashtext($1))`, name)
	return do(ctx)
}
