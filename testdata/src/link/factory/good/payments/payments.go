// Package payments charges for berths. The ledger comes from a factory that returns the interface.
package payments

import "context"

// Fee is what a boat owes.
type Fee struct {
	ID    string
	Boat  string
	Cents int64
}

// Cards charges cards, once for each fee id.
type Cards interface {
	Charge(ctx context.Context, f Fee) (string, error)
}

// Ledger keeps payments.
type Ledger interface {
	Begin(ctx context.Context, f Fee) error
	Finish(ctx context.Context, id, charge string) error
}

// Office takes payments.
type Office struct {
	cards  Cards
	ledger Ledger
}

// NewOffice opens the office.
func NewOffice(cards Cards, ledger Ledger) *Office { return &Office{cards: cards, ledger: ledger} }

// Pay writes down what it is about to do, charges under the fee's id, and writes down the end.
func (o *Office) Pay(ctx context.Context, f Fee) error {
	if err := o.ledger.Begin(ctx, f); err != nil {
		return err
	}
	charge, err := o.cards.Charge(ctx, f)
	if err != nil {
		return err
	}
	return o.ledger.Finish(ctx, f.ID, charge)
}
