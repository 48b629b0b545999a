// Package holds sets something aside for a buyer, and gives it back when the sale does not come about.
package holds

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

var errSoldOut = errors.New("sold out")

// store sells by the piece.
type store struct {
	pool *pgxpool.Pool
	card *stripe.Client
}

// reserve holds pieces for an order, for a quarter of an hour.
func (s *store) reserve(ctx context.Context, order, sku string, n int) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update stock set free = free - $2 where sku = $1 and free >= $2`, sku, n)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errSoldOut
		}
		_, err = tx.Exec(ctx, `insert into holds (order_id, sku, n, until) values ($1, $2, $3, now() + interval '15 minutes')`, order, sku, n)
		return err
	})
}

func (s *store) release(ctx context.Context, order string) error {
	_, err := s.pool.Exec(ctx, `with gone as (delete from holds where order_id = $1 returning sku, n)
		update stock set free = free + gone.n from gone where stock.sku = gone.sku`, order)
	return err
}

// expire gives back what was not sold in time.
func (s *store) expire(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `with gone as (delete from holds where until < now() returning sku, n),
		sums as (select sku, sum(n) as n from gone group by sku)
		update stock set free = free + sums.n from sums where stock.sku = sums.sku`)
	return err
}

// buy is one click.
func (s *store) buy(ctx context.Context, order, sku string, n int, cents int64) (err error) {
	if err := s.reserve(ctx, order, sku, n); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release(context.WithoutCancel(ctx), order))
		}
	}()
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("order-" + order)
	if _, err := s.card.V1PaymentIntents.Create(ctx, params); err != nil {
		return fmt.Errorf("order %s: %w", order, err)
	}
	_, err = s.pool.Exec(ctx, `delete from holds where order_id = $1`, order)
	return err
}

// hall sells seats. Seat and ticket are stored together.
type hall struct {
	client         *mongo.Client
	seats, tickets *mongo.Collection
}

func (h *hall) sit(ctx context.Context, seat, guest string) error {
	session, err := h.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		res, err := h.seats.UpdateOne(ctx, bson.M{"_id": seat, "guest": nil}, bson.M{"$set": bson.M{"guest": guest}})
		if err != nil {
			return nil, err
		}
		if res.ModifiedCount == 0 {
			return nil, errSoldOut
		}
		return h.tickets.InsertOne(ctx, bson.M{"_id": seat, "guest": guest})
	})
	return err
}
