// Package ignore writes a head with INSERT IGNORE, and its lines only with a new head, or under a key of their own.
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
	Pos   int    `db:"pos"`
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
	isNew, err := k.head(ctx, tx, o)
	if err != nil || !isNew {
		return err
	}
	for _, l := range o.Lines {
		if _, err := tx.NamedExecContext(ctx, `INSERT INTO kitchen_lines (order_no, pos, dish) VALUES (:order_no, :pos, :dish)`, l); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (k *Kitchen) head(ctx context.Context, tx *sqlx.Tx, o Order) (isNew bool, err error) {
	res, err := tx.NamedExecContext(ctx, `INSERT IGNORE INTO kitchen_orders (number, table_no) VALUES (:number, :table_no)`, o)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Copy brings the orders of another branch here, as often as it likes: all that it writes has a key, and its last value wins.
func (k *Kitchen) Copy(ctx context.Context, o Order) error {
	tx, err := k.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.NamedExecContext(ctx, `INSERT IGNORE INTO kitchen_orders (number, table_no) VALUES (:number, :table_no)`, o); err != nil {
		return err
	}
	for _, l := range o.Lines {
		if _, err := tx.NamedExecContext(ctx, `INSERT INTO kitchen_lines (order_no, pos, dish) VALUES (:order_no, :pos, :dish) ON DUPLICATE KEY UPDATE dish = VALUES(dish)`, l); err != nil {
			return err
		}
	}
	return tx.Commit()
}
