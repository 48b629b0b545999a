package postgres

import "context"

// Buyers is the table of buyers.
type Buyers struct{ *Store }

// Token is the buyer's phone.
func (b Buyers) Token(ctx context.Context, buyer string) (token string, err error) {
	err = b.db(ctx).QueryRow(ctx, `SELECT device FROM buyers WHERE buyer_id = $1`, buyer).Scan(&token)
	return token, err
}

// Address is where the buyer gets his mail.
func (b Buyers) Address(ctx context.Context, buyer string) (address string, err error) {
	err = b.db(ctx).QueryRow(ctx, `SELECT email FROM buyers WHERE buyer_id = $1`, buyer).Scan(&address)
	return address, err
}
