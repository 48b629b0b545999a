// Package claims gives each piece of work to one caller at a time, until it is done.
package claims

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

// ErrBusy says that somebody else works on it.
var ErrBusy = errors.New("in work")

// Table is a table of claims.
type Table struct {
	DB *sqlx.DB
	Me string
}

// Take reports whether there is something to do for the caller. A claim that is five minutes old and not done is taken over.
func (t *Table) Take(ctx context.Context, kind, id string) (bool, error) {
	res, err := t.DB.ExecContext(ctx, `insert into claims (kind, id, holder, since) values ($1, $2, $3, now())
		on conflict (kind, id) do update set holder = excluded.holder, since = excluded.since
		where not claims.done and claims.since < now() - interval '5 minutes'`, kind, id, t.Me)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return n == 1, err
	}
	var done bool
	if err := t.DB.GetContext(ctx, &done, `select done from claims where kind = $1 and id = $2`, kind, id); err != nil {
		return false, err
	}
	if !done {
		return false, ErrBusy
	}
	return false, nil
}

// Finish says that nothing is left to do.
func (t *Table) Finish(ctx context.Context, kind, id string) error {
	_, err := t.DB.ExecContext(ctx, `update claims set done = true where kind = $1 and id = $2`, kind, id)
	return err
}

// Drop lets somebody else try.
func (t *Table) Drop(ctx context.Context, kind, id string) error {
	_, err := t.DB.ExecContext(ctx, `delete from claims where kind = $1 and id = $2 and holder = $3 and not done`, kind, id, t.Me)
	return err
}
