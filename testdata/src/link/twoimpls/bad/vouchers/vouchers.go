// Package vouchers gives each guest one voucher. A flag decides between two stores; one of them is shared by machines.
package vouchers

import "context"

// Claims knows who has had a voucher.
type Claims interface {
	Had(ctx context.Context, guest string) (bool, error)
	Note(ctx context.Context, guest string) error
}

// Giver is the use case.
type Giver struct{ claims Claims }

// NewGiver makes a giver.
func NewGiver(c Claims) *Giver { return &Giver{claims: c} }

// Give reports whether the guest gets a voucher.
func (g *Giver) Give(ctx context.Context, guest string) (bool, error) {
	had, err := g.claims.Had(ctx, guest)
	if err != nil || had {
		return false, err
	}
	if err := g.claims.Note(ctx, guest); err != nil { // linked "IDV301: breakfast_vouchers"
		return false, err
	}
	return true, nil
}
