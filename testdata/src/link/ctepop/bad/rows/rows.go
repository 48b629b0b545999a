// Package rows keeps bales in PostgreSQL.
package rows

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rows implements looms.Bales.
type Rows struct{ DB *pgxpool.Pool }

// Load takes the next bale; no bale is the empty name.
func (r *Rows) Load(ctx context.Context) (loom string, err error) {
	err = r.DB.QueryRow(ctx, `
DELETE FROM waiting_bales
WHERE id = (SELECT id FROM waiting_bales ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING loom`).Scan(&loom)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return loom, err
}
