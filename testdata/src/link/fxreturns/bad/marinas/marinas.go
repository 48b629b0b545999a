// Package marinas lets piers to boats. fx finds the store because its provider returns the interface.
package marinas

import (
	"context"

	"go.uber.org/fx"
)

// Piers knows who lies where.
type Piers interface {
	Boat(ctx context.Context, pier string) (string, bool, error)
	Let(ctx context.Context, pier, boat string) error
}

// Params is what fx fills in.
type Params struct {
	fx.In

	Piers Piers
}

// Marina is the use case.
type Marina struct{ piers Piers }

// NewMarina is a provider.
func NewMarina(p Params) *Marina { return &Marina{piers: p.Piers} }

// Moor lets the pier unless it is taken.
func (h *Marina) Moor(ctx context.Context, pier, boat string) (bool, error) {
	who, taken, err := h.piers.Boat(ctx, pier)
	if err != nil {
		return false, err
	}
	if taken {
		return who == boat, nil
	}
	if err := h.piers.Let(ctx, pier, boat); err != nil { // linked "IDV301: pier_lets"
		return false, err
	}
	return true, nil
}
