// Package orders commits the order, and charges it from what is committed.
package orders

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
)

type order struct {
	ID       int64  `db:"id"`
	Customer string `db:"customer"`
	Cents    int64  `db:"cents"`
}

// shop sells chairs.
type shop struct {
	pool *pgxpool.Pool
	card *stripe.Client
}

// docs:begin effectintx-good

func (s *shop) buy(ctx context.Context, o order, skus []string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `INSERT INTO chair_orders (customer, cents, state) VALUES ($1, $2, 'open') RETURNING id`, o.Customer, o.Cents).Scan(&o.ID); err != nil {
			return err
		}
		for i, sku := range skus {
			if _, err := tx.Exec(ctx, `INSERT INTO chair_lines (order_id, pos, sku) VALUES ($1, $2, $3)`, o.ID, i, sku); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.settle(ctx, o)
}

func (s *shop) settle(ctx context.Context, o order) error {
	if err := s.charge(ctx, o); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `UPDATE chair_orders SET state = 'paid' WHERE id = $1 AND state = 'open'`, o.ID)
	return err
}

func (s *shop) charge(ctx context.Context, o order) error {
	params := &stripe.PaymentIntentCreateParams{
		Amount:   stripe.Int64(o.Cents),
		Currency: stripe.String("eur"),
		Customer: stripe.String(o.Customer),
		Confirm:  stripe.Bool(true),
	}
	params.SetIdempotencyKey("chair-order-" + strconv.FormatInt(o.ID, 10))
	_, err := s.card.V1PaymentIntents.Create(ctx, params)
	return err
}

// resolve settles what a crash or a timeout has left open.
func (s *shop) resolve(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `SELECT id, customer, cents FROM chair_orders WHERE state = 'open'`)
	if err != nil {
		return err
	}
	open, err := pgx.CollectRows(rows, pgx.RowToStructByName[order])
	if err != nil {
		return err
	}
	var errs []error
	for _, o := range open {
		errs = append(errs, s.settle(ctx, o))
	}
	return errors.Join(errs...)
}

// docs:end effectintx-good
