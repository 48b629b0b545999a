// Package canoes lends canoes. Beside the store that is wired there is one that was left behind by a migration, and that
// nobody makes: it decides nothing.
package canoes

import "context"

// Pier knows who has which canoe.
type Pier interface {
	Find(ctx context.Context, canoe string) (string, error)
	Add(ctx context.Context, canoe, guest string) error
}

// Hire is the use case.
type Hire struct{ pier Pier }

// New opens the hire.
func New(p Pier) *Hire { return &Hire{pier: p} }

// Lend lends a canoe.
func (h *Hire) Lend(ctx context.Context, canoe, guest string) (bool, error) {
	holder, err := h.pier.Find(ctx, canoe)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == guest, nil
	}
	if err := h.pier.Add(ctx, canoe, guest); err != nil { // linked "IDV301: canoe_hires"
		return false, err
	}
	holder, err = h.pier.Find(ctx, canoe)
	return holder == guest, err
}
