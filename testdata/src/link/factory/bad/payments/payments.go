// Package payments charges for berths. The ledger comes from a factory that returns the interface.
package payments

import "context"

// Fee is what a boat owes.
type Fee struct {
	Boat  string
	Cents int64
}

// Cards charges cards.
type Cards interface {
	Charge(ctx context.Context, f Fee) (string, error)
}

// Ledger keeps payments.
type Ledger interface {
	Record(ctx context.Context, f Fee, charge string) error
}

// Office takes payments.
type Office struct {
	cards  Cards
	ledger Ledger
}

// NewOffice opens the office.
func NewOffice(cards Cards, ledger Ledger) *Office { return &Office{cards: cards, ledger: ledger} }

// Pay charges the fee and writes it down.
func (o *Office) Pay(ctx context.Context, f Fee) error {
	charge, err := o.cards.Charge(ctx, f) // linked "IDV501: "
	if err != nil {
		return err
	}
	return o.ledger.Record(ctx, f, charge)
}
