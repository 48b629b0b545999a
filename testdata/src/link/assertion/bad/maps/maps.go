// Package maps lends trail maps. What the store can do more is found by a type assertion.
package maps

import "context"

// Drawer knows who has which map.
type Drawer interface {
	Holder(ctx context.Context, sheet string) (string, error)
}

// Lender is a drawer that can be written.
type Lender interface {
	Give(ctx context.Context, sheet, hiker string) error
}

// Hut is the use case.
type Hut struct{ Drawer Drawer }

// Lend lends a map where the drawer lets it.
func (h *Hut) Lend(ctx context.Context, sheet, hiker string) (bool, error) {
	lender, ok := h.Drawer.(Lender)
	if !ok {
		return false, nil
	}
	holder, err := h.Drawer.Holder(ctx, sheet)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == hiker, nil
	}
	if err := lender.Give(ctx, sheet, hiker); err != nil { // linked "IDV301: map_sheets"
		return false, err
	}
	holder, err = h.Drawer.Holder(ctx, sheet)
	return holder == hiker, err
}
