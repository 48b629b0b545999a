// Package library is the plainest form of the mistake: a transaction that can run again appends to a list outside of it.
package library

import (
	"context"

	"cloud.google.com/go/spanner"
)

// Loans are kept in Spanner.
type Loans struct{ db *spanner.Client }

// Close closes the loans that are open, and returns them, so that each reader gets one receipt.
func (l *Loans) Close(ctx context.Context, loans []string) ([]string, error) {
	// docs:begin capturedstate-bad
	var closed []string
	_, err := l.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		for _, loan := range loans {
			state, err := stateOf(ctx, tx, loan)
			if err != nil {
				return err
			}
			if state != "open" {
				continue
			}
			closed = append(closed, loan) // want "IDV506: .*closed"
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Loans", []string{"ID", "State"}, []any{loan, "closed"})}); err != nil {
				return err
			}
		}
		return nil
	})
	// docs:end capturedstate-bad
	return closed, err
}

func stateOf(ctx context.Context, tx *spanner.ReadWriteTransaction, loan string) (state string, err error) {
	row, err := tx.ReadRow(ctx, "Loans", spanner.Key{loan}, []string{"State"})
	if err != nil {
		return "", err
	}
	err = row.Columns(&state)
	return state, err
}
