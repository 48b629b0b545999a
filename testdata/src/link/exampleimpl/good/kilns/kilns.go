// Package kilns gives kilns to potters. The marks on the kilns are behind an interface.
package kilns

import (
	"context"
	"errors"
)

// Marks says which potter has a kiln.
type Marks interface {
	Potter(ctx context.Context, kiln string) (string, error)
	// Set reports whether the mark is the potter's.
	Set(ctx context.Context, kiln, potter string) (bool, error)
	Drop(ctx context.Context, kiln, potter string) error
}

// Heat fires kilns.
type Heat interface {
	Fire(ctx context.Context, kiln, potter string) error
}

// Pottery is the use case.
type Pottery struct {
	Marks Marks
	Heat  Heat
}

// Take takes a kiln, and fires it.
func (p *Pottery) Take(ctx context.Context, kiln, potter string) (bool, error) {
	has, err := p.Marks.Potter(ctx, kiln)
	if err != nil || has != "" {
		return has == potter, err
	}
	first, err := p.Marks.Set(ctx, kiln, potter)
	if err != nil || !first {
		return false, err
	}
	if err := p.Heat.Fire(ctx, kiln, potter); err != nil {
		return false, errors.Join(err, p.Marks.Drop(ctx, kiln, potter))
	}
	return true, nil
}
