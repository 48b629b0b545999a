// Package holds gives the goods back when the payment is not confirmed. It may have been made.
package holds

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
)

var errSoldOut = errors.New("sold out")

// wines sells bottles.
type wines struct {
	pool *pgxpool.Pool
	card *stripe.Client
}

func (w *wines) buy(ctx context.Context, order, wine string, cents int64) error {
	if err := w.hold(ctx, order, wine); err != nil {
		return err
	}
	if err := w.charge(ctx, order, cents); err != nil {
		return errors.Join(err, w.release(context.WithoutCancel(ctx), order))
	}
	_, err := w.pool.Exec(ctx, `delete from bottle_holds where order_id = $1`, order)
	return err
}

func (w *wines) hold(ctx context.Context, order, wine string) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update bottles set free = free - 1 where wine = $1 and free > 0`, wine)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSoldOut
		}
		_, err = tx.Exec(ctx, `insert into bottle_holds (order_id, wine) values ($1, $2)`, order, wine)
		return err
	})
}

func (w *wines) charge(ctx context.Context, order string, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Confirm: stripe.Bool(true)}
	params.SetIdempotencyKey("wine-" + order)
	_, err := w.card.V1PaymentIntents.Create(ctx, params)
	return err
}

// release is the compensation.
func (w *wines) release(ctx context.Context, order string) error {
	const back = `with gone as (delete from bottle_holds where order_id = $1 returning wine)
		update bottles set free = free + 1 from gone where bottles.wine = gone.wine`
	_, err := w.pool.Exec(ctx, back, order) // want "IDV505: .*bottle"
	return err
}
