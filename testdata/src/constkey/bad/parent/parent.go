// Package parent names requests after something that has many of them: a run, a partition.
package parent

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/plutov/paypal/v4"
	"github.com/segmentio/kafka-go"
	"go.temporal.io/sdk/activity"
)

// Activities give money back.
type Activities struct{ pp *paypal.Client }

// GiveBack refunds one capture. The workflow refunds many, all under the id of the run.
func (a *Activities) GiveBack(ctx context.Context, capture string) error {
	run := activity.GetInfo(ctx).WorkflowExecution.RunID
	_, err := a.pp.RefundCaptureWithPaypalRequestId(ctx, capture, paypal.RefundCaptureRequest{}, run) // want "IDV104: .*RunID"
	return err
}

// mirror names a record by its offset, which each partition counts for itself.
func mirror(ctx context.Context, js jetstream.JetStream, m kafka.Message) error {
	_, err := js.Publish(ctx, "mirror."+m.Topic, m.Value, jetstream.WithMsgID(strconv.FormatInt(m.Offset, 10))) // want "IDV104: .*Offset"
	return err
}
