// Package keys lends keys of holiday flats. The store's interface is made of two smaller ones.
package keys

import "context"

// Reader looks keys up.
type Reader interface {
	Holder(ctx context.Context, flat string) (guest string, lent bool, err error)
}

// Writer writes keys.
type Writer interface {
	Lend(ctx context.Context, flat, guest string) error
}

// Board is both.
type Board interface {
	Reader
	Writer
}

// Porter is the use case.
type Porter struct{ board Board }

// NewPorter makes a porter.
func NewPorter(b Board) *Porter { return &Porter{board: b} }

// Lend lends the key of a flat.
func (p *Porter) Lend(ctx context.Context, flat, guest string) (bool, error) {
	holder, lent, err := p.board.Holder(ctx, flat)
	if err != nil {
		return false, err
	}
	if lent {
		return holder == guest, nil
	}
	if err := p.board.Lend(ctx, flat, guest); err != nil { // linked "IDV301: (flat_)?keys"
		return false, err
	}
	return true, nil
}
