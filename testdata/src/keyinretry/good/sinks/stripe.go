package sinks

import (
	"context"

	"github.com/google/uuid"
	stripe82 "github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v84"

	"example.com/cases/keyinretry/again"
)

// stripeLiteral makes the parameters, and the key among them, before the first attempt.
func stripeLiteral(ctx context.Context, c *stripe.Client, cents int64) (*stripe.PaymentIntent, error) {
	params := &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(cents),
		Params: stripe.Params{IdempotencyKey: stripe.String(uuid.NewString())},
	}
	return again.Value(3, func() (*stripe.PaymentIntent, error) {
		return c.V1PaymentIntents.Create(ctx, params)
	})
}

// stripeOnce leaves the repeating to the library, which keeps the key.
func stripeOnce(ctx context.Context, c *stripe.Client, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(uuid.NewString())
	_, err := c.V1PaymentIntents.Create(ctx, params)
	return err
}

// stripeRefund makes new parameters in each attempt, with the key of the refund.
func stripeRefund(payment, refundID string) error {
	return again.Do(3, func() error {
		params := &stripe82.RefundParams{PaymentIntent: &payment}
		params.SetIdempotencyKey("refund-" + refundID)
		_, err := refund.New(params)
		return err
	})
}
