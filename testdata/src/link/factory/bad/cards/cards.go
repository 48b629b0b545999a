// Package cards charges cards at Stripe.
package cards

import (
	"context"

	"github.com/stripe/stripe-go/v84"

	"example.com/cases/link/factory/bad/payments"
)

// Stripe implements payments.Cards.
type Stripe struct{ Client *stripe.Client }

// Charge charges the fee.
func (s *Stripe) Charge(ctx context.Context, f payments.Fee) (string, error) {
	pi, err := s.Client.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{
		Amount: stripe.Int64(f.Cents), Currency: stripe.String("eur"), Description: stripe.String("berth of " + f.Boat), Confirm: stripe.Bool(true),
	})
	if err != nil {
		return "", err
	}
	return pi.ID, nil
}
