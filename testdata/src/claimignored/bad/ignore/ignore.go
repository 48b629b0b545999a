// Package ignore writes a head with INSERT IGNORE, and its lines whether or not the head is new.
package ignore

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// Order is the head.
type Order struct {
	Number string `db:"number"`
	Table  int    `db:"table_no"`
	Lines  []Line
}

// Line is one dish.
type Line struct {
	Order string `db:"order_no"`
	Dish  string `db:"dish"`
}

// Kitchen keeps orders.
type Kitchen struct{ db *sqlx.DB }

// Take keeps an order that a waiter's device sends until it hears an answer.
func (k *Kitchen) Take(ctx context.Context, o Order) error {
	tx, err := k.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := k.head(ctx, tx, o); err != nil {
		return err
	}
	for _, l := range o.Lines {
		if _, err := tx.NamedExecContext(ctx, `INSERT INTO kitchen_lines (order_no, dish) VALUES (:order_no, :dish)`, l); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (k *Kitchen) head(ctx context.Context, tx *sqlx.Tx, o Order) error {
	_, err := tx.NamedExecContext(ctx, `INSERT IGNORE INTO kitchen_orders (number, table_no) VALUES (:number, :table_no)`, o) // want "IDV308: .*kitchen_orders"
	return err
}
