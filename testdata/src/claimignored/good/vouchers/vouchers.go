// Package vouchers looks at whether the claim was won. Who lost it changes nothing.
package vouchers

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Redeem adds the value of a voucher to a wallet. Every voucher may be redeemed once.
func Redeem(ctx context.Context, db *pgxpool.Pool, voucher, wallet string, cents int64) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		// docs:begin claimignored-good
		tag, err := tx.Exec(ctx, `INSERT INTO voucher_uses (voucher) VALUES ($1) ON CONFLICT (voucher) DO NOTHING`, voucher)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE wallets SET cents = cents + $2 WHERE id = $1`, wallet, cents)
		return err
		// docs:end claimignored-good
	})
}
