// Package shelf implements a store for another package.
package shelf

import (
	"context"
	"database/sql"
)

// Table keeps answers.
type Table struct{ DB *sql.DB }

// Put keeps an answer for good.
func (t *Table) Put(ctx context.Context, caller, key string, status int, body []byte) error {
	_, err := t.DB.ExecContext(ctx, `UPDATE shelf SET status = $3, body = $4 WHERE caller = $1 AND key = $2`, caller, key, status, body)
	return err
}
