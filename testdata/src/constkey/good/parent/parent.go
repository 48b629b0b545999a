// Package parent joins the id of a run, a batch or a partition with what is done in it.
package parent

import (
	"context"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/plutov/paypal/v4"
	"github.com/segmentio/kafka-go"
	"go.temporal.io/sdk/activity"
)

// Activities give money back.
type Activities struct{ pp *paypal.Client }

// GiveBack refunds one capture.
func (a *Activities) GiveBack(ctx context.Context, capture string) error {
	run := activity.GetInfo(ctx).WorkflowExecution.RunID
	_, err := a.pp.RefundCaptureWithPaypalRequestId(ctx, capture, paypal.RefundCaptureRequest{}, run+"/"+capture)
	return err
}

// Close is named by the run and by the number of the activity in it, which a later attempt keeps.
func (a *Activities) Close(ctx context.Context, capture string) error {
	info := activity.GetInfo(ctx)
	id := fmt.Sprintf("%s/%s", info.WorkflowExecution.ID, info.ActivityID)
	_, err := a.pp.RefundCaptureWithPaypalRequestId(ctx, capture, paypal.RefundCaptureRequest{}, id)
	return err
}

type statement struct {
	ID    string
	Lines []string
}

// announce counts the lines.
func announce(ctx context.Context, c *sns.Client, topic string, st statement) error {
	for i, line := range st.Lines {
		_, err := c.Publish(ctx, &sns.PublishInput{
			TopicArn:               &topic,
			Message:                aws.String(line),
			MessageGroupId:         aws.String(st.ID),
			MessageDeduplicationId: aws.String(st.ID + "#" + strconv.Itoa(i)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// whole sends the statement as one message, to the first topic that takes it.
func whole(ctx context.Context, c *sns.Client, topic, text string, st statement) error {
	in := &sns.PublishInput{TopicArn: &topic, Message: &text, MessageGroupId: &st.ID}
	in.MessageDeduplicationId = &st.ID
	_, err := c.Publish(ctx, in)
	return err
}

// mirror names a record completely.
func mirror(ctx context.Context, js jetstream.JetStream, m kafka.Message) error {
	id := fmt.Sprintf("%s/%d/%d", m.Topic, m.Partition, m.Offset)
	_, err := js.Publish(ctx, "mirror."+m.Topic, m.Value, jetstream.WithMsgID(id))
	return err
}
