// Package press counts what was pressed.
package press

import (
	"context"
	"database/sql"

	"example.com/cases/link/lockwithin/good/work"
)

// Press implements work.Handler.
type Press struct{}

// Handle counts a barrel.
func (*Press) Handle(ctx context.Context, tx *sql.Tx, m work.Message) error {
	_, err := tx.ExecContext(ctx, `UPDATE cider_barrels SET barrels = barrels + 1 WHERE press = $1`, m.Row)
	return err
}
