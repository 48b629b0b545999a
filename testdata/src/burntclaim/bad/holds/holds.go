// Package holds sets something aside for a buyer. When the sale does not come about, it stays set aside.
package holds

import (
	"context"
	"errors"
	"fmt"

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

func (s *store) reserve(ctx context.Context, sku string, n int) error {
	tag, err := s.pool.Exec(ctx, `update stock set free = free - $2, held = held + $2 where sku = $1 and free >= $2`, sku, n) // want "IDV311: .*stock"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errSoldOut
	}
	return nil
}

// buy is one click.
func (s *store) buy(ctx context.Context, order, sku string, n int, cents int64) error {
	if err := s.reserve(ctx, sku, n); err != nil {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("order-" + order)
	if _, err := s.card.V1PaymentIntents.Create(ctx, params); err != nil {
		return fmt.Errorf("order %s: %w", order, err)
	}
	_, err := s.pool.Exec(ctx, `update stock set held = held - $2 where sku = $1`, sku, n)
	return err
}

// hall sells seats.
type hall struct{ seats, tickets *mongo.Collection }

func newHall(db *mongo.Database) *hall {
	return &hall{seats: db.Collection("seats"), tickets: db.Collection("tickets")}
}

// sit gives a seat to a guest who has paid. If the ticket cannot be stored, the guest has none, and nobody else gets the seat.
func (h *hall) sit(ctx context.Context, seat, guest string) error {
	res, err := h.seats.UpdateOne(ctx, bson.M{"_id": seat, "guest": nil}, bson.M{"$set": bson.M{"guest": guest}}) // want "IDV311: .*seats"
	if err != nil {
		return err
	}
	if res.ModifiedCount == 0 {
		return errSoldOut
	}
	_, err = h.tickets.ReplaceOne(ctx, bson.M{"_id": seat + "/" + guest}, bson.M{"seat": seat, "guest": guest})
	return err
}
