// Package visits counts museum visitors from a queue. The counter is assigned after construction.
package visits

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// Tally counts.
type Tally interface {
	Add(ctx context.Context, gate string) error
}

// Counter polls the queue.
type Counter struct {
	Queue string
	sqs   *sqs.Client
	Tally Tally
}

// NewCounter makes a counter without a tally.
func NewCounter(client *sqs.Client, queue string) *Counter {
	return &Counter{sqs: client, Queue: queue}
}

// Run polls until ctx ends.
func (c *Counter) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := c.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(c.Queue), WaitTimeSeconds: 20})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := c.one(ctx, m); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func (c *Counter) one(ctx context.Context, m types.Message) error {
	if err := c.Tally.Add(ctx, aws.ToString(m.Body)); err != nil { // linked "IDV401: Incr"
		return err
	}
	_, err := c.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(c.Queue), ReceiptHandle: m.ReceiptHandle})
	return err
}
