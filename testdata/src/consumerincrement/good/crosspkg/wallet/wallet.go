// Package wallet holds money. A payment has a name, and is made once.
package wallet

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Wallets is the store. The payments table has its name as primary key.
type Wallets struct{ DB *sql.DB }

// Credit adds to a wallet, unless it did before for the same payment.
func (w *Wallets) Credit(ctx context.Context, payment, wallet string, cents int64) error {
	tx, err := w.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO payments (name, wallet, cents) VALUES ($1, $2, $3)`, payment, wallet, cents); err != nil {
		if there(err) {
			return nil
		}
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE wallets SET cents = cents + $2 WHERE id = $1`, wallet, cents); err != nil {
		return err
	}
	return tx.Commit()
}

func there(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}
