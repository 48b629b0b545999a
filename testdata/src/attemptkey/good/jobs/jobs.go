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
	// Round counts the refunds that a clerk has ordered for this claim. It is stored.
	Round int
}

// Activities pay insurance claims out.
type Activities struct{}

// Refund looks at the number of its attempt only to log it.
func (Activities) Refund(ctx context.Context, c claim) (string, error) {
	activity.GetLogger(ctx).Info("refund", "claim", c.Number, "attempt", activity.GetInfo(ctx).Attempt)
	params := &stripe.RefundParams{Charge: stripe.String(c.Charge), Amount: stripe.Int64(c.Cents)}
	params.Context = ctx
	params.SetIdempotencyKey(fmt.Sprintf("refund/%s/%d", c.Number, c.Round))
	r, err := refund.New(params)
	if err != nil {
		return "", err
	}
	return r.ID, nil
}

func open(ctx context.Context, tc client.Client, c claim) error {
	opts := client.StartWorkflowOptions{TaskQueue: "claims", ID: "claim-" + c.Number}
	_, err := tc.ExecuteWorkflow(ctx, opts, "PayClaim", c)
	return err
}

// probe has no input: each run is work of its own.
func probe(ctx context.Context, tc client.Client) error {
	opts := client.StartWorkflowOptions{TaskQueue: "claims", ID: "probe-" + uuid.NewString()}
	_, err := tc.ExecuteWorkflow(ctx, opts, "Probe")
	return err
}

func capture(ctx context.Context, pp *paypal.Client, order string) error {
	id := uuid.NewSHA1(uuid.NameSpaceOID, []byte("capture:"+order)).String()
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, id, nil)
	return err
}
