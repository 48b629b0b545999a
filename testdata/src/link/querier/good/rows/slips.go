// Package rows keeps orders and stock in a database.
package rows

import (
	"context"

	"example.com/cases/link/querier/good/kitchen"
)

// Slips implements kitchen.Orders.
type Slips struct{}

// Add writes an order, and reports whether it is new.
func (*Slips) Add(ctx context.Context, q kitchen.Querier, number, meal string) (bool, error) {
	res, err := q.ExecContext(ctx, `INSERT INTO meal_orders (number, meal) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, number, meal)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
