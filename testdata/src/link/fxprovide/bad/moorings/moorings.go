// Package moorings lets berths to boats. fx finds the store by the interface that it is annotated with.
package moorings

import "context"

// Berths knows who lies where.
type Berths interface {
	Boat(ctx context.Context, berth string) (string, bool, error)
	Let(ctx context.Context, berth, boat string) error
}

// Harbour is the use case.
type Harbour struct{ berths Berths }

// NewHarbour is a provider.
func NewHarbour(b Berths) *Harbour { return &Harbour{berths: b} }

// Moor lets the berth unless it is taken.
func (h *Harbour) Moor(ctx context.Context, berth, boat string) (bool, error) {
	who, taken, err := h.berths.Boat(ctx, berth)
	if err != nil {
		return false, err
	}
	if taken {
		return who == boat, nil
	}
	if err := h.berths.Let(ctx, berth, boat); err != nil { // linked "IDV301: berth_lets"
		return false, err
	}
	return true, nil
}
