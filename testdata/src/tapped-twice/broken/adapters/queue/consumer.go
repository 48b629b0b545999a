package queue

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"example.com/cases/tapped-twice/broken/domain"
)

// Handler works on an event; an event can come more than once.
type Handler func(ctx context.Context, ev domain.Event) error

// Consumer gives events to those who have asked for their kind.
type Consumer struct {
	client   *sqs.Client
	url      string
	handlers map[string]Handler
}

// NewConsumer wires a Consumer.
func NewConsumer(client *sqs.Client, url string) *Consumer {
	return &Consumer{client: client, url: url, handlers: make(map[string]Handler)}
}

// On registers the handler of a kind.
func (c *Consumer) On(kind string, h Handler) { c.handlers[kind] = h }

// Run polls until ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := c.client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
			QueueUrl: &c.url, MaxNumberOfMessages: 10, WaitTimeSeconds: 20, VisibilityTimeout: 30,
		})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := c.one(ctx, m); err != nil {
				slog.ErrorContext(ctx, "event", "message", aws.ToString(m.MessageId), "error", err)
			}
		}
	}
	return ctx.Err()
}

// one takes the message off the queue and does the work.
func (c *Consumer) one(ctx context.Context, m types.Message) error {
	var ev domain.Event
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &ev); err != nil {
		return err
	}
	if ev.ID == "" { // sent before events had ids
		// Seeds: S3, idempotency across services: the receipt handle is another one with each delivery, and the inbox knows none again.
		ev.ID = aws.ToString(m.ReceiptHandle)
	}
	// Seeds: S1, at-least-once delivery: the message is gone before its work, and a crash in between loses a merchant's money.
	if _, err := c.client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &c.url, ReceiptHandle: m.ReceiptHandle}); err != nil { // linked "IDV404: "
		return err
	}
	if h := c.handlers[ev.Kind]; h != nil {
		return h(ctx, ev) // linked "IDV202: "
	}
	return nil
}
