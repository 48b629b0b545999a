// Package plums counts crates of plums that a queue tells of.
package plums

import (
	"context"
	"database/sql"
)

// Plums implements inbox.Handler.
type Plums struct{ DB *sql.DB }

// Handle counts a crate, once for each message.
func (x *Plums) Handle(ctx context.Context, id string, data []byte) error {
	tx, err := x.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO plum_crates_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE plum_crates SET crates = crates + 1 WHERE name = $1`, string(data)); err != nil {
		return err
	}
	return tx.Commit()
}
