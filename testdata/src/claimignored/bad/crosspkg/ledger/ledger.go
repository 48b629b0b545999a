// Package ledger claims the entries of a ledger. Whether a claim was won is for the caller to look at.
package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Entries claims entries.
type Entries struct{}

// Claim reports whether the entry is new.
func (Entries) Claim(ctx context.Context, tx pgx.Tx, id string) (bool, error) {
	tag, err := tx.Exec(ctx, `INSERT INTO ledger_claims (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	return tag.RowsAffected() == 1, err
}
