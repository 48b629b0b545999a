// Package moorings lets berths to boats. fx finds the store by the interface that it is annotated with.
package moorings

import "context"

// Berths knows who lies where.
type Berths interface {
	// Let returns the boat that has the berth now.
	Let(ctx context.Context, berth, boat string) (string, error)
}

// Harbour is the use case.
type Harbour struct{ berths Berths }

// NewHarbour is a provider.
func NewHarbour(b Berths) *Harbour { return &Harbour{berths: b} }

// Moor lets the berth unless it is taken.
func (h *Harbour) Moor(ctx context.Context, berth, boat string) (bool, error) {
	who, err := h.berths.Let(ctx, berth, boat)
	return who == boat, err
}
