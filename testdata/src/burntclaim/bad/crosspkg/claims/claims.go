// Package claims gives each piece of work to the first who asks.
package claims

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// Table is a table of claims.
type Table struct{ DB *sqlx.DB }

// Take reports whether the caller is the first.
func (t *Table) Take(ctx context.Context, kind, id string) (bool, error) {
	res, err := t.DB.NamedExecContext(ctx, `insert into claims (kind, id) values (:kind, :id) on conflict (kind, id) do nothing`,
		map[string]any{"kind": kind, "id": id})
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Drop lets somebody else try.
func (t *Table) Drop(ctx context.Context, kind, id string) error {
	_, err := t.DB.ExecContext(ctx, `delete from claims where kind = $1 and id = $2`, kind, id)
	return err
}
