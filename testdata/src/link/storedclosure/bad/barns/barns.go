// Package barns keeps barns in a database.
package barns

import (
	"context"
	"database/sql"
)

// Table implements scales.Barns.
type Table struct{ DB *sql.DB }

// Add adds hay to a barn.
func (t *Table) Add(ctx context.Context, barn string, kilos int) error {
	_, err := t.DB.ExecContext(ctx, `UPDATE barn_hay SET kilos = kilos + $2 WHERE barn = $1`, barn, kilos)
	return err
}
