// Package casino wraps the error, so that the helper can see what the database said.
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
	// docs:begin swallowedretry-good
	return crdb.ExecuteTx(ctx, t.db, nil, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE casino_tables SET open = false WHERE id = $1`, table); err != nil {
			return fmt.Errorf("close table %s: %w", table, err)
		}
		return nil
	})
	// docs:end swallowedretry-good
}
