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

// mill grinds what the queue brings. The number of the attempt is an attribute, which no hash covers.
type mill struct {
	queue *sqs.Client
	url   string
}

type sack struct {
	Grain string `json:"grain"`
}

func (m *mill) register(mux *asynq.ServeMux) { mux.HandleFunc("mill:grind", m.grind) }

func (m *mill) grind(ctx context.Context, task *asynq.Task) error {
	body, err := json.Marshal(sack{Grain: string(task.Payload())})
	if err != nil {
		return err
	}
	n, _ := asynq.GetRetryCount(ctx)
	_, err = m.queue.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:       aws.String(m.url),
		MessageGroupId: aws.String("mill"),
		MessageBody:    aws.String(string(body)),
		MessageAttributes: map[string]types.MessageAttributeValue{
			"attempt": {DataType: aws.String("Number"), StringValue: aws.String(strconv.Itoa(n))},
			"sent-at": {DataType: aws.String("String"), StringValue: aws.String(time.Now().Format(time.RFC3339))},
		},
	})
	return err
}

// choir announces concerts to a FIFO topic, with a map for a body: its keys are sorted.
func choir(ctx context.Context, topic *sns.Client, arn string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(map[string]any{"concert": string(d.Body), "ref": d.MessageId, "at": d.Timestamp})
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

// harvest sends a batch; the body is a line of text. The process is told to the log.
func harvest(ctx context.Context, queue *sqs.Client, from, to string) error {
	out, err := queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(from)})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		fmt.Fprintf(os.Stderr, "%d harvests at %s\n", os.Getpid(), time.Now())
		entry := types.SendMessageBatchRequestEntry{
			Id:             m.MessageId,
			MessageGroupId: aws.String("harvest"),
			MessageBody:    aws.String(line(to, aws.ToString(m.Body))),
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

func line(farm, crop string) string { return fmt.Sprintf("crop=%s from=%s", crop, farm) }

// head is embedded in the messages; its constructor is told the time.
type head struct {
	Kind   string `json:"kind"`
	SentAt string `json:"sent_at"`
}

func newHead(kind string, at time.Time) head {
	return head{Kind: kind, SentAt: strconv.FormatInt(at.UnixMilli(), 10)}
}

type measured struct {
	head
	Horse string `json:"horse"`
}

func measure(ctx context.Context, queue *sqs.Client, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(measured{head: newHead("measured", d.Timestamp), Horse: string(d.Body)})
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

// bid is made by a person: two bids of one amount are two bids, and the time and the number tell them apart.
func bid(ctx context.Context, queue *sqs.Client, url, horse string, euros int) error {
	body, err := json.Marshal(map[string]any{"horse": horse, "euros": euros, "at": time.Now(), "ref": uuid.NewString()})
	if err != nil {
		return err
	}
	_, err = queue.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl: aws.String(url), MessageGroupId: aws.String(horse), MessageBody: aws.String(string(body)),
	})
	return err
}
