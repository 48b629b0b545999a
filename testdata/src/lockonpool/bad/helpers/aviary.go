// Package helpers locks in functions that are given a pool by some callers and a transaction by others.
package helpers

import (
	"context"
	"database/sql"
)

type runner interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

type aviary struct{ db *sql.DB }

// perch reads and locks, for those who are about to move a bird.
func perch(ctx context.Context, r runner, bird int64) (n int, err error) {
	err = r.QueryRowContext(ctx, `SELECT perch FROM birds WHERE id = $1 FOR UPDATE`, bird).Scan(&n)
	return n, err
}

// hop relies on the lock, and has none.
func (a *aviary) hop(ctx context.Context, bird int64) error {
	n, err := perch(ctx, a.db, bird) // want "IDV309: birds"
	if err != nil {
		return err
	}
	_, err = a.db.ExecContext(ctx, `UPDATE birds SET perch = $1 WHERE id = $2`, n+1, bird)
	return err
}

// show only wants to know: of low confidence.
func (a *aviary) show(ctx context.Context, bird int64) (int, error) {
	return perch(ctx, a.db, bird) // want "IDV309: birds"
}

func hungry(ctx context.Context, r runner) (*sql.Rows, error) {
	return r.QueryContext(ctx, `SELECT id FROM birds WHERE hungry ORDER BY id FOR UPDATE SKIP LOCKED`)
}

// share gives each keeper birds that no other one has, or so it is meant.
func (a *aviary) share(ctx context.Context) (*sql.Rows, error) {
	return hungry(ctx, a.db) // want "IDV309: birds"
}
