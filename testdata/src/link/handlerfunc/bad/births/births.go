// Package births counts lambs of a farm.
package births

import (
	"context"
	"database/sql"
)

// Births has the handler.
type Births struct{ DB *sql.DB }

// Count counts a lamb.
func (x *Births) Count(ctx context.Context, _ string, data []byte) error {
	_, err := x.DB.ExecContext(ctx, `UPDATE farm_ewes SET lambs = lambs + 1 WHERE name = $1`, string(data)) // linked "IDV401: farm_ewes"
	return err
}
