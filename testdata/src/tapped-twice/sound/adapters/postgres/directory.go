package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/tapped-twice/sound/domain"
)

// Buyers is the table of buyers.
type Buyers struct{ db *pgxpool.Pool }

// Token is the buyer's phone.
func (b Buyers) Token(ctx context.Context, buyer string) (token string, err error) {
	err = b.db.QueryRow(ctx, `SELECT device FROM buyers WHERE buyer_id = $1`, buyer).Scan(&token)
	return token, err
}

// Contact is how the buyer is reached.
func (b Buyers) Contact(ctx context.Context, buyer string) (c domain.Contact, err error) {
	err = b.db.QueryRow(ctx, `SELECT email FROM buyers WHERE buyer_id = $1`, buyer).Scan(&c.Email)
	return c, err
}

// NewBuyers wires Buyers.
func NewBuyers(pool *pgxpool.Pool) Buyers { return Buyers{db: pool} }

// Merchants is what is looked up of merchants.
type Merchants struct{ db *pgxpool.Pool }

// NewMerchants wires Merchants.
func NewMerchants(pool *pgxpool.Pool) Merchants { return Merchants{db: pool} }

// Contact is how a merchant is reached.
func (m Merchants) Contact(ctx context.Context, merchant string) (c domain.Contact, err error) {
	err = m.db.QueryRow(ctx, `SELECT email FROM merchant_balances WHERE merchant_id = $1`, merchant).Scan(&c.Email)
	return c, err
}

// Balance is what a merchant has at the moment.
func (m Merchants) Balance(ctx context.Context, merchant string) (cents int64, err error) {
	err = m.db.QueryRow(ctx, `SELECT cents FROM merchant_balances WHERE merchant_id = $1`, merchant).Scan(&cents)
	return cents, err
}
