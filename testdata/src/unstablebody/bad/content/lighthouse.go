// Package content sends messages whose content is their identity: to FIFO queues and topics, without a deduplication id. What
// differs from one delivery to the next makes each repeat a new message.
package content

import (
	"context"
	"encoding/json"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// lighthouse turns sightings of fog into signals.
type lighthouse struct {
	queue *sqs.Client
	url   string
}

// Main starts the function.
func Main(queue *sqs.Client, url string) { lambda.Start((&lighthouse{queue, url}).fog) }

// docs:begin unstablebody-bad
type signal struct {
	Tower string    `json:"tower"`
	At    time.Time `json:"at"`
}

// fog gets the batch again when one of its messages fails.
func (l *lighthouse) fog(ctx context.Context, batch events.SQSEvent) error {
	for _, sighting := range batch.Records {
		body, err := json.Marshal(signal{
			Tower: sighting.Body,
			At:    time.Now(), // want "IDV203: .*time.Now"
		})
		if err != nil {
			return err
		}
		_, err = l.queue.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl:       aws.String(l.url), // a FIFO queue with content-based deduplication
			MessageGroupId: aws.String(sighting.Body),
			MessageBody:    aws.String(string(body)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// docs:end unstablebody-bad
