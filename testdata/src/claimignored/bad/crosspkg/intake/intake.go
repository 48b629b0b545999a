// Package intake drops the answer of a claim that another package makes.
package intake

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/claimignored/bad/crosspkg/ledger"
)

// Intake books payments that come in from a bank's file, which is read again after a crash.
type Intake struct {
	db      *pgxpool.Pool
	entries ledger.Entries
}

// Book adds one payment.
func (i *Intake) Book(ctx context.Context, entry, account string, cents int64) error {
	return pgx.BeginFunc(ctx, i.db, func(tx pgx.Tx) error {
		if _, err := i.entries.Claim(ctx, tx, entry); err != nil { // want "IDV308: .*ledger_claims"
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE ledger_accounts SET cents = cents + $2 WHERE id = $1`, account, cents)
		return err
	})
}
