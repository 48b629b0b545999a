// Package report begins its counts anew in each run.
package report

import (
	"context"
	"database/sql"

	"example.com/cases/capturedstate/good/crosspkg/store"
	"example.com/cases/capturedstate/good/crosspkg/tally"
)

type votes struct{ store *store.Store }

// close closes the polls of a town, and returns how many votes each had.
func (v *votes) close(ctx context.Context, polls []string) (*tally.Tally, int, error) {
	t, open := tally.New(), 0
	err := v.store.Within(ctx, func(tx *sql.Tx) error {
		t.Reset()
		open = 0
		for _, p := range polls {
			n, ok, err := count(ctx, tx, p)
			if err != nil {
				return err
			}
			if !ok {
				open++
				continue
			}
			t.Add(p, n)
			if _, err := tx.ExecContext(ctx, `UPDATE polls SET closed = true WHERE id = $1`, p); err != nil {
				return err
			}
		}
		return nil
	})
	return t, open, err
}

func count(ctx context.Context, tx *sql.Tx, poll string) (n int64, ended bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT votes, ends < now() FROM polls WHERE id = $1`, poll).Scan(&n, &ended)
	return n, ended, err
}
