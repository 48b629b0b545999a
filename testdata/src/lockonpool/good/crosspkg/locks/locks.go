// Package locks is a small library: a lock that is held has its connection.
package locks

import (
	"context"
	"database/sql"
	"errors"
)

// Advisory is a lock with a number.
type Advisory struct {
	db   *sql.DB
	key  int64
	conn *sql.Conn
}

// New names a lock.
func New(db *sql.DB, key int64) *Advisory { return &Advisory{db: db, key: key} }

// Lock waits for the lock and keeps the connection.
func (a *Advisory) Lock(ctx context.Context) error {
	conn, err := a.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, a.key); err != nil {
		return errors.Join(err, conn.Close())
	}
	a.conn = conn
	return nil
}

// Unlock gives both back.
func (a *Advisory) Unlock(ctx context.Context) error {
	_, err := a.conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, a.key)
	return errors.Join(err, a.conn.Close())
}
