// Package rows keeps bales and looms in PostgreSQL.
package rows

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rows implements looms.Bales.
type Rows struct{ DB *pgxpool.Pool }

// Load takes the next bale and puts it on its loom, in one statement; no bale is the empty name.
func (r *Rows) Load(ctx context.Context) (loom string, err error) {
	err = r.DB.QueryRow(ctx, `
WITH taken AS (
	DELETE FROM waiting_bales
	WHERE id = (SELECT id FROM waiting_bales ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING id, loom
)
UPDATE mill_looms SET bale = taken.id FROM taken WHERE mill_looms.name = taken.loom
RETURNING mill_looms.name`).Scan(&loom)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return loom, err
}
