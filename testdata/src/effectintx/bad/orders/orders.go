// Package orders is the plainest form of the mistake: the card is charged in the transaction that stores the order.
package orders

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
)

type order struct {
	Customer string
	SKU      string
	Cents    int64
}

// shop sells chairs.
type shop struct {
	pool *pgxpool.Pool
	card *stripe.Client
}

// docs:begin effectintx-bad

func (s *shop) buy(ctx context.Context, o order) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var id int64
		if err := tx.QueryRow(ctx, `INSERT INTO chair_orders (customer, sku) VALUES ($1, $2) RETURNING id`, o.Customer, o.SKU).Scan(&id); err != nil {
			return err
		}
		if err := s.charge(ctx, o); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE chair_orders SET state = 'paid' WHERE id = $1`, id)
		return err
	})
}

func (s *shop) charge(ctx context.Context, o order) error {
	_, err := s.card.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{ // want "IDV502: .*Create"
		Amount:   stripe.Int64(o.Cents),
		Currency: stripe.String("eur"),
		Customer: stripe.String(o.Customer),
		Confirm:  stripe.Bool(true),
	})
	return err
}

// docs:end effectintx-bad
