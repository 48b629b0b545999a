// Package queue sends events to a FIFO queue and takes them from it.
package queue

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"

	"example.com/cases/tapped-twice/broken/domain"
)

// Publisher sends events.
type Publisher struct {
	client *sqs.Client
	url    string
}

// NewPublisher wires a Publisher.
func NewPublisher(client *sqs.Client, url string) *Publisher {
	return &Publisher{client: client, url: url}
}

// Publish sends an event.
func (p *Publisher) Publish(ctx context.Context, ev domain.Event) error {
	body, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	_, err = p.client.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:       &p.url,
		MessageGroupId: aws.String(ev.Merchant),
		// Seeds: S0 part 6, what keeps the id stable: the relay repeats under a new id, and the queue drops no repeat.
		MessageDeduplicationId: aws.String(uuid.NewString()), // linked "IDV201: .*MessageDeduplicationId"
		MessageBody:            aws.String(string(body)),
	})
	return err
}
