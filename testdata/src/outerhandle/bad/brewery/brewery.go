// Package brewery is the plainest form of the mistake: the second statement is sent through the pool, beside the transaction.
package brewery

import (
	"context"
	"database/sql"
)

// Cellar has batches of beer in tanks.
type Cellar struct{ db *sql.DB }

// Fill brews a batch and gives it a tank.
func (c *Cellar) Fill(ctx context.Context, batch, tank string) error {
	// docs:begin outerhandle-bad
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO batches (id, state) VALUES ($1, 'brewed') ON CONFLICT (id) DO NOTHING`, batch); err != nil {
		return err
	}
	if _, err := c.db.ExecContext(ctx, `UPDATE tanks SET batch = $2 WHERE id = $1`, tank, batch); err != nil { // want "IDV507: .*tanks"
		return err
	}
	return tx.Commit()
	// docs:end outerhandle-bad
}
