// Package fees takes the fees of a ski school. A retry decorator is in front of the client: what the client sends is the
// same in each attempt.
package fees

import "context"

// Fee is one fee.
type Fee struct {
	ID, Pupil string
	Cents     int64
}

// Cards charges once for each fee id.
type Cards interface {
	Charge(ctx context.Context, f Fee) error
}

// Slips prints slips at the desk of another hut, once for each id.
type Slips interface {
	Print(ctx context.Context, id, hut, text string) error
}

// Desk is the use case.
type Desk struct {
	cards Cards
	slips Slips
}

// NewDesk opens the desk.
func NewDesk(c Cards, s Slips) *Desk { return &Desk{cards: c, slips: s} }

// Take charges a fee.
func (d *Desk) Take(ctx context.Context, f Fee) error { return d.cards.Charge(ctx, f) }

// Slip prints a slip.
func (d *Desk) Slip(ctx context.Context, hut string, f Fee) error {
	return d.slips.Print(ctx, f.ID, hut, f.Pupil+" has paid")
}
