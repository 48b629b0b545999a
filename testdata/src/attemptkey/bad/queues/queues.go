// Package queues gives messages and tasks names that belong to one process or one moment.
package queues

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
)

type reading struct {
	Meter string
	Seq   int64
	Body  []byte
}

// perProcess: two workers that send the same reading are not recognised.
func perProcess(ctx context.Context, c *sqs.Client, queue string, r reading) error {
	in := &sqs.SendMessageInput{
		QueueUrl:       aws.String(queue),
		MessageGroupId: aws.String(r.Meter),
		MessageBody:    aws.String(string(r.Body)),
	}
	dedup := strings.Join([]string{r.Meter, strconv.FormatInt(r.Seq, 10), strconv.Itoa(os.Getpid())}, "-")
	in.MessageDeduplicationId = &dedup // want "IDV102: MessageDeduplicationId.*os.Getpid"
	_, err := c.SendMessage(ctx, in)
	return err
}

// taskName is built with a strings.Builder.
func taskName(ctx context.Context, c *cloudtasks.Client, queue string, r reading) error {
	var b strings.Builder
	b.WriteString(queue)
	b.WriteString("/tasks/settle-")
	b.WriteString(r.Meter)
	fmt.Fprintf(&b, "-%d", time.Now().UnixNano())
	_, err := c.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{
		Parent: queue,
		Task: &cloudtaskspb.Task{
			Name: b.String(), // want "IDV102: .*Name.*time.Now"
			MessageType: &cloudtaskspb.Task_HttpRequest{HttpRequest: &cloudtaskspb.HttpRequest{
				Url: "https://meters.example.com/settle", Body: r.Body,
			}},
		},
	})
	return err
}

// suffixed adds a random part to the task's name, which then never collides.
func suffixed(ctx context.Context, c *asynq.Client, r reading) error {
	task := asynq.NewTask("meter:settle", r.Body)
	_, err := c.EnqueueContext(ctx, task,
		asynq.Queue("settle"),
		asynq.TaskID("settle:"+r.Meter+":"+ulid.Make().String())) // want "IDV102: .*ulid.Make"
	return err
}

// published at a moment: JetStream keeps the message of every moment.
func published(ctx context.Context, js jetstream.JetStream, r reading) error {
	id := r.Meter + "@" + time.Now().Format(time.RFC3339Nano)
	_, err := js.Publish(ctx, "meters."+r.Meter, r.Body, jetstream.WithMsgID(id)) // want "IDV102: .*time.Now"
	return err
}

// forward sends a message on. The number of its delivery is another one next time.
func forward(ctx context.Context, out *azservicebus.Sender, in *azservicebus.ReceivedMessage) error {
	id := fmt.Sprintf("%s/%d", in.MessageID, in.DeliveryCount)
	return out.SendMessage(ctx, &azservicebus.Message{
		Body:      in.Body,
		MessageID: &id, // want "IDV102: MessageID.*DeliveryCount"
	}, nil)
}
