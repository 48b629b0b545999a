// Package rewrapped wraps the error of each turn around that of the turn before.
package rewrapped

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// clock writes the time, and gives up when its context ends.
type clock struct{ db *sql.DB }

func (c *clock) tick(ctx context.Context, stations []string) (err error) {
	err = ctx.Err()
	for _, station := range stations {
		tx, beginErr := c.db.BeginTx(ctx, nil)
		if beginErr != nil {
			return beginErr
		}
		if _, execErr := tx.ExecContext(ctx, `UPDATE stations SET shown = $2 WHERE name = $1`, station, time.Now()); execErr != nil {
			err = fmt.Errorf("station %s: %w", station, fmt.Errorf("%w, after %w", execErr, err))
			err = fmt.Errorf("clock: %w", err)
			_ = tx.Rollback()
			continue
		}
		if commitErr := tx.Commit(); commitErr != nil {
			return commitErr
		}
	}
	return err
}
