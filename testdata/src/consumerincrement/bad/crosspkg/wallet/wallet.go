// Package wallet holds money. Whether a call may be repeated is for the caller to know.
package wallet

import (
	"context"
	"database/sql"
)

// Wallets is the store.
type Wallets struct{ DB *sql.DB }

// Credit adds to a wallet.
func (w *Wallets) Credit(ctx context.Context, wallet string, cents int64) error {
	_, err := w.DB.ExecContext(ctx, `UPDATE wallets SET cents = cents + $2 WHERE id = $1`, wallet, cents)
	return err
}
