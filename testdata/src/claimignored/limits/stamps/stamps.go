// Package stamps implements a store for another package.
package stamps

import (
	"context"
	"database/sql"
)

// Table keeps stamps.
type Table struct{ DB *sql.DB }

// Stamp marks an id and does not say whether it was marked before.
func (t *Table) Stamp(ctx context.Context, id string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO stamps (id) VALUES ($1) ON CONFLICT DO NOTHING`, id)
	return err
}
