// Package keys remembers which requests the market has seen.
package keys

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"example.com/cases/shortwindow/good/market/settings"
)

// ErrOther says that the key came with another request.
var ErrOther = errors.New("the key was used for another request")

// Claim reports whether the request is new. A key that is over counts as new.
func Claim(ctx context.Context, tx *sql.Tx, stall, key, fingerprint string) (bool, error) {
	over := time.Now().Add(settings.KeyLife)
	res, err := tx.ExecContext(ctx, `
		INSERT INTO market_keys (stall, key, fingerprint, expires_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (stall, key) DO UPDATE SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at
		WHERE market_keys.expires_at < now()`, stall, key, fingerprint, over)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return true, err
	}
	var same bool
	if err := tx.QueryRowContext(ctx, `SELECT fingerprint = $3 FROM market_keys WHERE stall = $1 AND key = $2 AND expires_at >= now()`, stall, key, fingerprint).Scan(&same); err != nil {
		return false, err
	}
	if !same {
		return false, ErrOther
	}
	return false, nil
}
