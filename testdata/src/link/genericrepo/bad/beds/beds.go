// Package beds gives out hospital beds. The repository is a generic interface.
package beds

import "context"

// Repo keeps one T for each id.
type Repo[T any] interface {
	Get(ctx context.Context, id string) (v T, found bool, err error)
	Set(ctx context.Context, id string, v T) error
}

// Bed says who lies in it.
type Bed struct{ Ward, Patient string }

// Ward is the use case.
type Ward struct{ beds Repo[Bed] }

// NewWard makes a ward.
func NewWard(r Repo[Bed]) *Ward { return &Ward{beds: r} }

// Admit gives the bed unless somebody lies in it.
func (w *Ward) Admit(ctx context.Context, bed string, b Bed) (bool, error) {
	old, found, err := w.beds.Get(ctx, bed)
	if err != nil {
		return false, err
	}
	if found {
		return old == b, nil
	}
	return true, w.beds.Set(ctx, bed, b) // linked "IDV301: Set"
}
