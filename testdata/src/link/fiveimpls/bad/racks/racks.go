// Package racks lends bicycle racks. The store is one of four, and each claims badly.
package racks

import "context"

// Racks knows who has which rack; nobody is the empty name.
type Racks interface {
	Holder(ctx context.Context, rack string) (string, error)
	Take(ctx context.Context, rack, who string) error
}

// Lender is the use case.
type Lender struct{ racks Racks }

// NewLender makes a lender.
func NewLender(r Racks) *Lender { return &Lender{racks: r} }

// Lend takes the rack unless somebody has it.
func (l *Lender) Lend(ctx context.Context, rack, who string) (bool, error) {
	holder, err := l.racks.Holder(ctx, rack)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == who, nil
	}
	if err := l.racks.Take(ctx, rack, who); err != nil { // linked "IDV301: "
		return false, err
	}
	return true, nil
}
