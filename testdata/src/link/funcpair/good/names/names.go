// Package names gives out the names of allotments. What it asks and what it writes are functions in its fields.
package names

import "context"

// Giver gives out names.
type Giver struct {
	Owner func(ctx context.Context, name string) (string, error)
	Keep  func(ctx context.Context, name, plot string) (bool, error)
}

// Name gives a name to a plot unless another plot has it.
func (g *Giver) Name(ctx context.Context, name, plot string) (bool, error) {
	first, err := g.Keep(ctx, name, plot)
	if err != nil || first {
		return first, err
	}
	owner, err := g.Owner(ctx, name)
	return owner == plot, err
}
