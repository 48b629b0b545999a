// Package kitchen orders meals. Its repositories take what to ask through: the database or a transaction.
package kitchen

import (
	"context"
	"database/sql"
)

// Querier is a *sql.DB or a *sql.Tx.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Stock keeps ingredients.
type Stock interface {
	Take(ctx context.Context, q Querier, meal string) error
}

// Orders keeps orders.
type Orders interface {
	Add(ctx context.Context, q Querier, number, meal string) (bool, error)
}

// Kitchen is the use case.
type Kitchen struct {
	DB     *sql.DB
	Stock  Stock
	Orders Orders
}

// Order takes what the meal needs, once for each order.
func (k *Kitchen) Order(ctx context.Context, number, meal string) error {
	tx, err := k.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := k.Orders.Add(ctx, tx, number, meal)
	if err != nil || !first {
		return err
	}
	if err := k.Stock.Take(ctx, k.DB, meal); err != nil { // linked "IDV507: pantry"
		return err
	}
	return tx.Commit()
}
