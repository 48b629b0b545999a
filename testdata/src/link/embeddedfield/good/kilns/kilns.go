// Package kilns gives out firing slots. The use case embeds the interface, so its methods look like its own.
package kilns

import "context"

// Store knows who fires when.
type Store interface {
	Find(ctx context.Context, slot string) (string, error)
	Add(ctx context.Context, slot, potter string) error
}

// Planner is the use case.
type Planner struct {
	Store
	Studio string
}

// Plan gives a slot.
func (p *Planner) Plan(ctx context.Context, slot, potter string) (bool, error) {
	holder, err := p.Find(ctx, slot)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == potter, nil
	}
	if err := p.Add(ctx, slot, potter); err != nil {
		return false, err
	}
	holder, err = p.Find(ctx, slot)
	return holder == potter, err
}
