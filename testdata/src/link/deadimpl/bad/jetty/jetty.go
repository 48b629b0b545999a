// Package jetty keeps canoes in a database.
package jetty

import (
	"context"
	"database/sql"
	"errors"
)

// Jetty implements canoes.Pier.
type Jetty struct{ DB *sql.DB }

// Find looks up whose the canoe is; nobody's is the empty name.
func (t *Jetty) Find(ctx context.Context, canoe string) (string, error) {
	var guest string
	err := t.DB.QueryRowContext(ctx, `SELECT guest FROM canoe_hires WHERE canoe = $1`, canoe).Scan(&guest)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return guest, err
}
