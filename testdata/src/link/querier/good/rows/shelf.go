package rows

import (
	"context"

	"example.com/cases/link/querier/good/kitchen"
)

// Shelf implements kitchen.Stock.
type Shelf struct{}

// Take takes what the meal needs.
func (*Shelf) Take(ctx context.Context, q kitchen.Querier, meal string) error {
	_, err := q.ExecContext(ctx, `UPDATE pantry SET portions = portions - 1 WHERE meal = $1 AND portions > 0`, meal)
	return err
}
