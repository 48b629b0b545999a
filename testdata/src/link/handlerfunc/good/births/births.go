// Package births counts lambs of a farm.
package births

import (
	"context"
	"database/sql"
)

// Births has the handler.
type Births struct{ DB *sql.DB }

// Count counts a lamb, once for each message.
func (x *Births) Count(ctx context.Context, id string, data []byte) error {
	tx, err := x.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO farm_ewes_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE farm_ewes SET lambs = lambs + 1 WHERE name = $1`, string(data)); err != nil {
		return err
	}
	return tx.Commit()
}
