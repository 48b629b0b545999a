// Package hay keeps how much hay the stables have.
package hay

import (
	"context"
	"database/sql"

	"example.com/cases/link/farsqs/good/poll"
)

// Feeder implements poll.Handler.
type Feeder struct{ DB *sql.DB }

// Handle takes one bale for each feeding that is not yet known.
func (f *Feeder) Handle(ctx context.Context, m poll.Message) error {
	tx, err := f.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO hay_feedings (message) VALUES ($1) ON CONFLICT (message) DO NOTHING`, m.ID)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE hay_bales SET bales = bales - 1 WHERE stable = $1`, m.Body); err != nil {
		return err
	}
	return tx.Commit()
}
