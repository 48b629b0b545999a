// Package oldpier kept canoes until the spring.
package oldpier

import (
	"context"
	"database/sql"
	"errors"
)

// Old implements canoes.Pier.
type Old struct{ DB *sql.DB }

// Find looks up whose the canoe is; nobody's is the empty name.
func (t *Old) Find(ctx context.Context, canoe string) (string, error) {
	var guest string
	err := t.DB.QueryRowContext(ctx, `SELECT guest FROM old_canoes WHERE canoe = ?`, canoe).Scan(&guest)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return guest, err
}
