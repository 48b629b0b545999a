// Package visibility claims for a time that the statement itself sets, or by a version that every attempt reads anew.
package visibility

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// queue is a table of jobs. A job that is handed out comes back after a minute unless it is deleted.
type queue struct{ pool *pgxpool.Pool }

func (q *queue) work(ctx context.Context, do func(ctx context.Context, id int64, body []byte) error) error {
	var id int64
	var body []byte
	err := q.pool.QueryRow(ctx, `update jobs set visible_at = now() + interval '1 minute'
		where id = (select id from jobs where visible_at <= now() order by id limit 1 for update skip locked)
		returning id, body`).Scan(&id, &body)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := do(ctx, id, body); err != nil {
		return err
	}
	_, err = q.pool.Exec(ctx, `delete from jobs where id = $1`, id)
	return err
}

var errChanged = errors.New("somebody else has changed the plan")

// rename asks for a version; after an error the caller reads the plan again, and has the new version.
func rename(ctx context.Context, db *sql.DB, plan, version int64, name string, redraw func(context.Context) error) error {
	res, err := db.ExecContext(ctx, `update plans set name = $3, version = version + 1 where id = $1 and version = $2`, plan, version, name)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errChanged
	}
	return redraw(ctx)
}
