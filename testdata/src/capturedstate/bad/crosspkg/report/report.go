// Package report counts votes while it closes polls. That the function runs again is decided in the store's package, what it changes in a third.
package report

import (
	"context"
	"database/sql"

	"example.com/cases/capturedstate/bad/crosspkg/store"
	"example.com/cases/capturedstate/bad/crosspkg/tally"
)

type votes struct{ store *store.Store }

// close closes the polls of a town, and returns how many votes each had.
func (v *votes) close(ctx context.Context, polls []string) (*tally.Tally, int, error) {
	t, open := tally.New(), 0
	err := v.store.Within(ctx, func(tx *sql.Tx) error {
		for _, p := range polls {
			n, ok, err := count(ctx, tx, p)
			if err != nil {
				return err
			}
			if !ok {
				open++ // want "IDV506: .*open"
				continue
			}
			t.Add(p, n) // want "IDV506: .*(Add|counts|t)"
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
