// Package sledges lends sledges. Where nothing is configured, a store that does nothing stands in; the real one is told.
package sledges

import "context"

// Barn knows who has which sledge.
type Barn interface {
	Find(ctx context.Context, sledge string) (string, error)
	Add(ctx context.Context, sledge, child string) error
}

// None is a barn that is always empty.
type None struct{}

// Find finds nobody.
func (None) Find(context.Context, string) (string, error) { return "", nil }

// Add does nothing.
func (None) Add(context.Context, string, string) error { return nil }

// Hill is the use case.
type Hill struct{ barn Barn }

// New makes a hill; a nil barn is None.
func New(b Barn) *Hill {
	if b == nil {
		b = None{}
	}
	return &Hill{barn: b}
}

// Lend lends a sledge.
func (h *Hill) Lend(ctx context.Context, sledge, child string) (bool, error) {
	holder, err := h.barn.Find(ctx, sledge)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == child, nil
	}
	if err := h.barn.Add(ctx, sledge, child); err != nil { // linked "IDV301: hill_sledges"
		return false, err
	}
	holder, err = h.barn.Find(ctx, sledge)
	return holder == child, err
}
