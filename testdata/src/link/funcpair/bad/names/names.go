// Package names gives out the names of allotments. What it asks and what it writes are functions in its fields.
package names

import "context"

// Giver gives out names.
type Giver struct {
	Owner func(ctx context.Context, name string) (string, error)
	Keep  func(ctx context.Context, name, plot string) error
}

// Name gives a name to a plot unless another plot has it.
func (g *Giver) Name(ctx context.Context, name, plot string) (bool, error) {
	owner, err := g.Owner(ctx, name)
	if err != nil {
		return false, err
	}
	if owner != "" {
		return owner == plot, nil
	}
	return true, g.Keep(ctx, name, plot) // linked "IDV301: plot_names"
}
