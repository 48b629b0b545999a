// Package rows keeps levels in PostgreSQL.
package rows

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Rows implements drops.Levels.
type Rows struct{ Pool *pgxpool.Pool }

// Append writes a level.
func (r *Rows) Append(ctx context.Context, id, gauge, level string) error {
	_, err := r.Pool.Exec(ctx, `INSERT INTO water_levels (id, gauge, level) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, id, gauge, level)
	return err
}
