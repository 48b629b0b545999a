// Package beds gives out hospital beds. The repository is a generic interface.
package beds

import "context"

// Repo keeps one T for each id.
type Repo[T any] interface {
	Get(ctx context.Context, id string) (v T, found bool, err error)
	// Add reports whether there was none.
	Add(ctx context.Context, id string, v T) (bool, error)
}

// Bed says who lies in it.
type Bed struct{ Ward, Patient string }

// Ward is the use case.
type Ward struct{ beds Repo[Bed] }

// NewWard makes a ward.
func NewWard(r Repo[Bed]) *Ward { return &Ward{beds: r} }

// Admit gives the bed unless somebody lies in it.
func (w *Ward) Admit(ctx context.Context, bed string, b Bed) (bool, error) {
	first, err := w.beds.Add(ctx, bed, b)
	if err != nil || first {
		return first, err
	}
	old, found, err := w.beds.Get(ctx, bed)
	return found && old == b, err
}
