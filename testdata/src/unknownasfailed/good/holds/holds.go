// Package holds gives the goods back when the bank has refused, and keeps them as long as nobody knows.
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
	if err := w.hold(ctx, order, wine, cents); err != nil {
		return err
	}
	return w.pay(ctx, order, cents)
}

// pay can be called again: hold and key are the order's.
func (w *wines) pay(ctx context.Context, order string, cents int64) error {
	err := w.charge(ctx, order, cents)
	if refused(err) {
		return errors.Join(err, w.release(context.WithoutCancel(ctx), order))
	}
	if err != nil {
		_, holdErr := w.pool.Exec(context.WithoutCancel(ctx), `update bottle_holds set state = 'unknown' where order_id = $1`, order)
		return errors.Join(err, holdErr)
	}
	_, err = w.pool.Exec(ctx, `delete from bottle_holds where order_id = $1`, order)
	return err
}

func refused(err error) bool {
	var e *stripe.Error
	return errors.As(err, &e) && e.Type == stripe.ErrorTypeCard
}

func (w *wines) hold(ctx context.Context, order, wine string, cents int64) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update bottles set free = free - 1 where wine = $1 and free > 0`, wine)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSoldOut
		}
		_, err = tx.Exec(ctx, `insert into bottle_holds (order_id, wine, cents, state) values ($1, $2, $3, 'paying')`, order, wine, cents)
		return err
	})
}

func (w *wines) charge(ctx context.Context, order string, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Confirm: stripe.Bool(true)}
	params.SetIdempotencyKey("wine-" + order)
	_, err := w.card.V1PaymentIntents.Create(ctx, params)
	return err
}

func (w *wines) release(ctx context.Context, order string) error {
	const back = `with gone as (delete from bottle_holds where order_id = $1 returning wine)
		update bottles set free = free + 1 from gone where bottles.wine = gone.wine`
	_, err := w.pool.Exec(ctx, back, order)
	return err
}

type held struct {
	Order string `db:"order_id"`
	Cents int64  `db:"cents"`
}

// resolve goes on with all holds whose payment has no end.
func (w *wines) resolve(ctx context.Context) error {
	rows, err := w.pool.Query(ctx, `select order_id, cents from bottle_holds where state in ('paying', 'unknown')`)
	if err != nil {
		return err
	}
	open, err := pgx.CollectRows(rows, pgx.RowToStructByName[held])
	if err != nil {
		return err
	}
	var errs []error
	for _, h := range open {
		errs = append(errs, w.pay(ctx, h.Order, h.Cents))
	}
	return errors.Join(errs...)
}
