package content

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
)

// mill grinds what the queue brings. The number of the attempt is in the message.
type mill struct {
	queue *sqs.Client
	url   string
}

type sack struct {
	Grain   string `json:"grain"`
	Attempt int    `json:"attempt"`
}

func (m *mill) register(mux *asynq.ServeMux) { mux.HandleFunc("mill:grind", m.grind) }

func (m *mill) grind(ctx context.Context, task *asynq.Task) error {
	s := sack{Grain: string(task.Payload())}
	s.Attempt, _ = asynq.GetRetryCount(ctx) // want "IDV203: .*GetRetryCount"
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = m.queue.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:       aws.String(m.url),
		MessageGroupId: aws.String("mill"),
		MessageBody:    aws.String(string(body)),
	})
	return err
}

// choir announces concerts to a FIFO topic, with a map for a body.
func choir(ctx context.Context, topic *sns.Client, arn string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(map[string]any{
			"concert": string(d.Body),
			"ref":     uuid.NewString(), // want "IDV203: .*uuid.NewString"
		})
		if err != nil {
			return err
		}
		if _, err := topic.Publish(ctx, &sns.PublishInput{
			TopicArn:       aws.String(arn),
			MessageGroupId: aws.String("choir"),
			Message:        aws.String(string(body)),
		}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// stable measures horses. The time is taken by the constructor of an embedded header.
type head struct {
	Kind   string `json:"kind"`
	SentAt string `json:"sent_at"`
}

func newHead(kind string) head {
	return head{Kind: kind, SentAt: strconv.FormatInt(time.Now().UnixMilli(), 10)} // want "IDV203: .*time.Now"
}

type measured struct {
	head
	Horse string `json:"horse"`
}

func measure(ctx context.Context, queue *sqs.Client, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(measured{head: newHead("measured"), Horse: string(d.Body)})
		if err != nil {
			return err
		}
		_, err = queue.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl: aws.String(url), MessageGroupId: aws.String("horses"), MessageBody: aws.String(string(body)),
		})
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// harvest sends a batch; the body is a line of text, with the number of the process.
func harvest(ctx context.Context, queue *sqs.Client, from, to string) error {
	out, err := queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(from)})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		entry := types.SendMessageBatchRequestEntry{
			Id:             m.MessageId,
			MessageGroupId: aws.String("harvest"),
			MessageBody:    aws.String(line(aws.ToString(m.Body))),
		}
		_, err := queue.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: aws.String(to), Entries: []types.SendMessageBatchRequestEntry{entry}})
		if err != nil {
			return err
		}
		if _, err := queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(from), ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

func line(crop string) string {
	return fmt.Sprintf("crop=%s by=%d", crop, os.Getpid()) // want "IDV203: .*os.Getpid"
}
