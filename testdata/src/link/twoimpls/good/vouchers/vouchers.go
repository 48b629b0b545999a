// Package vouchers gives each guest one voucher. A flag decides between two stores; each claims in one step.
package vouchers

import "context"

// Claims knows who has had a voucher.
type Claims interface {
	// Note reports whether the guest is new.
	Note(ctx context.Context, guest string) (bool, error)
}

// Giver is the use case.
type Giver struct{ claims Claims }

// NewGiver makes a giver.
func NewGiver(c Claims) *Giver { return &Giver{claims: c} }

// Give reports whether the guest gets a voucher.
func (g *Giver) Give(ctx context.Context, guest string) (bool, error) {
	return g.claims.Note(ctx, guest)
}
