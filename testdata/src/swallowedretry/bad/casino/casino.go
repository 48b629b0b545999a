// Package casino is the plainest form of the mistake: the transaction's own error is replaced by text, and nobody runs it again.
package casino

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// Tables are where people play.
type Tables struct{ db *sql.DB }

// Close closes a table.
func (t *Tables) Close(ctx context.Context, table string) error {
	// docs:begin swallowedretry-bad
	return crdb.ExecuteTx(ctx, t.db, nil, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE casino_tables SET open = false WHERE id = $1`, table); err != nil {
			return fmt.Errorf("close table %s: %v", table, err) // want "IDV508: .*casino_tables"
		}
		return nil
	})
	// docs:end swallowedretry-bad
}
