// Package vines counts grapes.
package vines

import (
	"context"
	"database/sql"

	"example.com/cases/link/dedupfront/bad/work"
)

// Picked implements work.Handler.
type Picked struct{}

// Handle counts a basket that was picked.
func (Picked) Handle(ctx context.Context, tx *sql.Tx, m work.Message) error {
	_, err := tx.ExecContext(ctx, `UPDATE vine_rows SET baskets = baskets + 1 WHERE name = $1`, m.Row)
	return err
}
