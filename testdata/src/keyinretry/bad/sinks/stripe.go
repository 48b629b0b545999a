package sinks

import (
	"context"

	"github.com/google/uuid"
	stripe82 "github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v84"

	"example.com/cases/keyinretry/again"
)

// stripeLiteral sets the key in a nested literal; the library itself would have kept one key for its own attempts.
func stripeLiteral(ctx context.Context, c *stripe.Client, cents int64) (*stripe.PaymentIntent, error) {
	return again.Value(3, func() (*stripe.PaymentIntent, error) {
		return c.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{
			Amount: stripe.Int64(cents),
			Params: stripe.Params{
				IdempotencyKey: stripe.String(uuid.NewString()), // want "IDV101: IdempotencyKey"
			},
		})
	})
}

// stripeField sets the promoted field.
func stripeField(ctx context.Context, c *stripe.Client, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents)}
	for range 3 {
		params.IdempotencyKey = stripe.String(uuid.NewString()) // want "IDV101: IdempotencyKey"
		if _, err := c.V1PaymentIntents.Create(ctx, params); err == nil {
			return nil
		}
	}
	return context.DeadlineExceeded
}

// stripeRefund is the older way of calling.
func stripeRefund(payment string) error {
	return again.Do(3, func() error {
		params := &stripe82.RefundParams{PaymentIntent: &payment}
		params.SetIdempotencyKey("refund-" + uuid.NewString()) // want "IDV101: IdempotencyKey"
		_, err := refund.New(params)
		return err
	})
}
