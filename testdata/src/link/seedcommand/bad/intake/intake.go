// Package intake takes huts that people tell of. Two can tell of one hut at once.
package intake

import (
	"context"

	"example.com/cases/link/seedcommand/bad/huts"
)

// Store keeps huts.
type Store interface {
	Find(ctx context.Context, name string) (h huts.Hut, found bool, err error)
	Add(ctx context.Context, h huts.Hut) error
}

// Intake is the use case.
type Intake struct{ Store Store }

// Ensure writes a hut that is not there.
func (i *Intake) Ensure(ctx context.Context, h huts.Hut) error {
	_, found, err := i.Store.Find(ctx, h.Name)
	if err != nil || found {
		return err
	}
	return i.Store.Add(ctx, h) // linked "IDV301: alp_huts"
}
