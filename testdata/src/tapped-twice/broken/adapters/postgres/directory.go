package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Buyers is the table of buyers.
type Buyers struct{ db *pgxpool.Pool }

// Token is the buyer's phone.
func (b Buyers) Token(ctx context.Context, buyer string) (token string, err error) {
	err = b.db.QueryRow(ctx, `SELECT device FROM buyers WHERE buyer_id = $1`, buyer).Scan(&token)
	return token, err
}

// Email is where the buyer gets his mail.
func (b Buyers) Email(ctx context.Context, buyer string) (email string, err error) {
	err = b.db.QueryRow(ctx, `SELECT email FROM buyers WHERE buyer_id = $1`, buyer).Scan(&email)
	return email, err
}

// NewBuyers wires Buyers.
func NewBuyers(pool *pgxpool.Pool) Buyers { return Buyers{db: pool} }

// Merchants is what is looked up of merchants.
type Merchants struct{ db *pgxpool.Pool }

// NewMerchants wires Merchants.
func NewMerchants(pool *pgxpool.Pool) Merchants { return Merchants{db: pool} }

// Email is where a merchant gets mail.
func (m Merchants) Email(ctx context.Context, merchant string) (email string, err error) {
	err = m.db.QueryRow(ctx, `SELECT email FROM merchant_balances WHERE merchant_id = $1`, merchant).Scan(&email)
	return email, err
}

// Balance is what a merchant has at the moment.
func (m Merchants) Balance(ctx context.Context, merchant string) (cents int64, err error) {
	err = m.db.QueryRow(ctx, `SELECT cents FROM merchant_balances WHERE merchant_id = $1`, merchant).Scan(&cents)
	return cents, err
}
