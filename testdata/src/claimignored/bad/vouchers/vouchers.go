// Package vouchers is the plainest form of the mistake: the claim is made, and the money moves whoever won it.
package vouchers

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Redeem adds the value of a voucher to a wallet. Every voucher may be redeemed once.
func Redeem(ctx context.Context, db *pgxpool.Pool, voucher, wallet string, cents int64) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		// docs:begin claimignored-bad
		_, err := tx.Exec(ctx, `INSERT INTO voucher_uses (voucher) VALUES ($1) ON CONFLICT (voucher) DO NOTHING`, voucher) // want "IDV308: .*voucher_uses"
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE wallets SET cents = cents + $2 WHERE id = $1`, wallet, cents)
		return err
		// docs:end claimignored-bad
	})
}
