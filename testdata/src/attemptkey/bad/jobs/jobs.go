// Package jobs drives workflows and activities, which the engine starts again when they fail.
package jobs

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
)

type claim struct {
	Number string
	Charge string
	Cents  int64
}

// Activities pay insurance claims out.
type Activities struct{}

// Refund runs again until it succeeds, each time with another number of the attempt.
func (Activities) Refund(ctx context.Context, c claim) (string, error) {
	info := activity.GetInfo(ctx)
	params := &stripe.RefundParams{Charge: stripe.String(c.Charge), Amount: stripe.Int64(c.Cents)}
	params.Context = ctx
	params.SetIdempotencyKey(fmt.Sprintf("refund/%s/%d", c.Number, info.Attempt)) // want "IDV102: .*Attempt"
	r, err := refund.New(params)
	if err != nil {
		return "", err
	}
	return r.ID, nil
}

// open starts the workflow of a claim. Temporal would refuse a second one of the same name; this name is never the same.
func open(ctx context.Context, tc client.Client, c claim) error {
	opts := client.StartWorkflowOptions{
		TaskQueue: "claims",
		ID:        fmt.Sprintf("claim-%s-%s", c.Number, uuid.NewString()), // want "IDV102: ID.*uuid.NewString"
	}
	_, err := tc.ExecuteWorkflow(ctx, opts, "PayClaim", c)
	return err
}

// capture of an order: a library function takes the key as its fourth argument.
func capture(ctx context.Context, pp *paypal.Client, order string) error {
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, order+"."+uuid.New().String()[:8], nil) // want "IDV102: .*uuid.New"
	return err
}
