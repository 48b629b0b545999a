// Package rows keeps messages and money in PostgreSQL.
package rows

import (
	"context"
	"database/sql"
)

// Seen implements wallets.Inbox.
type Seen struct{}

// First takes the message, and reports whether it is new.
func (Seen) First(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `INSERT INTO bottle_inbox (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Money implements wallets.Wallets.
type Money struct{}

// Credit adds money.
func (Money) Credit(ctx context.Context, tx *sql.Tx, wallet string, cents int) error {
	_, err := tx.ExecContext(ctx, `UPDATE deposit_wallets SET cents = cents + $2 WHERE id = $1`, wallet, cents)
	return err
}
