// Package queues names messages and tasks after what they are about.
package queues

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
)

type reading struct {
	Meter string
	Seq   int64
	Body  []byte
}

func perReading(ctx context.Context, c *sqs.Client, queue string, r reading) error {
	in := &sqs.SendMessageInput{
		QueueUrl:       aws.String(queue),
		MessageGroupId: aws.String(r.Meter),
		MessageBody:    aws.String(string(r.Body)),
	}
	dedup := strings.Join([]string{r.Meter, strconv.FormatInt(r.Seq, 10)}, "-")
	in.MessageDeduplicationId = &dedup
	_, err := c.SendMessage(ctx, in)
	return err
}

func taskName(ctx context.Context, c *cloudtasks.Client, queue string, r reading) error {
	var b strings.Builder
	b.WriteString(queue)
	b.WriteString("/tasks/settle-")
	b.WriteString(r.Meter)
	fmt.Fprintf(&b, "-%d", r.Seq)
	_, err := c.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{
		Parent: queue,
		Task: &cloudtaskspb.Task{
			Name: b.String(),
			MessageType: &cloudtaskspb.Task_HttpRequest{HttpRequest: &cloudtaskspb.HttpRequest{
				Url: "https://meters.example.com/settle", Body: r.Body,
			}},
		},
	})
	return err
}

func named(ctx context.Context, c *asynq.Client, r reading) error {
	task := asynq.NewTask("meter:settle", r.Body)
	_, err := c.EnqueueContext(ctx, task,
		asynq.Queue("settle"),
		asynq.TaskID(fmt.Sprintf("settle:%s:%d", r.Meter, r.Seq)))
	return err
}

func published(ctx context.Context, js jetstream.JetStream, r reading) error {
	id := r.Meter + "@" + strconv.FormatInt(r.Seq, 10)
	_, err := js.Publish(ctx, "meters."+r.Meter, r.Body, jetstream.WithMsgID(id))
	return err
}

// forward keeps the name of the message and only reports how often it came.
func forward(ctx context.Context, out *azservicebus.Sender, in *azservicebus.ReceivedMessage) error {
	id := in.MessageID + "/forwarded"
	return out.SendMessage(ctx, &azservicebus.Message{
		Body:                  in.Body,
		MessageID:             &id,
		ApplicationProperties: map[string]any{"deliveries": in.DeliveryCount},
	}, nil)
}
