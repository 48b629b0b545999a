// Package grants gives out fishing permits. The store has its methods from an embedded struct.
package grants

import "context"

// Permits knows who may fish where.
type Permits interface {
	Find(ctx context.Context, id string) (string, error)
	// Claim reports whether the id was free.
	Claim(ctx context.Context, id, who string) (bool, error)
	Name() string
}

// Clerk is the use case.
type Clerk struct{ permits Permits }

// NewClerk makes a clerk.
func NewClerk(p Permits) *Clerk { return &Clerk{permits: p} }

// Grant gives the stretch to an angler unless another has it.
func (c *Clerk) Grant(ctx context.Context, stretch, angler string) (bool, error) {
	first, err := c.permits.Claim(ctx, stretch, angler)
	if err != nil || first {
		return first, err
	}
	who, err := c.permits.Find(ctx, stretch)
	return who == angler, err
}
