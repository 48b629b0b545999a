// Package cards charges cards at Stripe.
package cards

import (
	"context"

	"github.com/stripe/stripe-go/v84"

	"example.com/cases/link/factory/good/payments"
)

// Stripe implements payments.Cards.
type Stripe struct{ Client *stripe.Client }

// Charge charges the fee under its id.
func (s *Stripe) Charge(ctx context.Context, f payments.Fee) (string, error) {
	params := &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(f.Cents), Currency: stripe.String("eur"), Description: stripe.String("berth of " + f.Boat), Confirm: stripe.Bool(true),
	}
	params.SetIdempotencyKey("berth-fee-" + f.ID)
	pi, err := s.Client.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return "", err
	}
	return pi.ID, nil
}
