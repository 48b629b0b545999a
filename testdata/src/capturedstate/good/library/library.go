// Package library starts its list anew in each run of the transaction.
package library

import (
	"context"

	"cloud.google.com/go/spanner"
)

// Loans are kept in Spanner.
type Loans struct{ db *spanner.Client }

// Close closes the loans that are open, and returns them, so that each reader gets one receipt.
func (l *Loans) Close(ctx context.Context, loans []string) ([]string, error) {
	// docs:begin capturedstate-good
	var closed []string
	_, err := l.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		closed = nil
		for _, loan := range loans {
			state, err := stateOf(ctx, tx, loan)
			if err != nil {
				return err
			}
			if state != "open" {
				continue
			}
			closed = append(closed, loan)
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Loans", []string{"ID", "State"}, []any{loan, "closed"})}); err != nil {
				return err
			}
		}
		return nil
	})
	// docs:end capturedstate-good
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
