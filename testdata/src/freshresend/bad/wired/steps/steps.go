// Package steps holds what a workflow does; somebody else says that it runs again.
package steps

import (
	"context"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// Payouts pays sellers.
type Payouts struct{ Market string }

// Pay moves what a seller has earned.
func (p *Payouts) Pay(_ context.Context, seller string, cents int64) error {
	params := &stripe.TransferParams{Amount: stripe.Int64(cents), Currency: stripe.String("nok"), Destination: stripe.String(seller)}
	params.SetIdempotencyKey(uuid.NewString())
	_, err := transfer.New(params)
	return err
}
