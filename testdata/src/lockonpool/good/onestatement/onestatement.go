// Package onestatement locks and writes in one statement, which is a transaction by itself, on a pool or not.
package onestatement

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// take marks the barge that it has locked, and returns it.
func take(ctx context.Context, pool *pgxpool.Pool, keeper string) (id int64, err error) {
	err = pool.QueryRow(ctx, `
		UPDATE barges SET keeper = $1, state = 'passing'
		WHERE id = (SELECT id FROM barges WHERE state = 'waiting' ORDER BY arrived LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id`, keeper).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// sweep does so with a common table expression.
func sweep(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `
		WITH old AS (SELECT id FROM barge_log WHERE at < now() - interval '1 year' LIMIT 1000 FOR UPDATE SKIP LOCKED)
		DELETE FROM barge_log USING old WHERE barge_log.id = old.id`)
	return err
}

// notice has the words in a text.
func notice(ctx context.Context, db *sql.DB, gate int64) error {
	_, err := db.ExecContext(ctx, `UPDATE gate_notices SET body = 'closed for update' WHERE gate = $1`, gate)
	return err
}

// held asks which locks there are and takes none.
func held(ctx context.Context, db *sql.DB, key int64) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1`, key).Scan(&n)
	return n, err
}
