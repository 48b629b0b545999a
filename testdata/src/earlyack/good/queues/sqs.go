// Package queues takes messages off their queue when their work is stored.
package queues

import (
	"context"
	"encoding/json"
	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/jackc/pgx/v5/pgxpool"
)

type parcel struct {
	Number string `json:"number"`
	Shelf  string `json:"shelf"`
}

// shelves knows where each parcel lies.
type shelves struct{ db *pgxpool.Pool }

func (s *shelves) put(ctx context.Context, p parcel) error {
	_, err := s.db.Exec(ctx, `INSERT INTO shelved (number, shelf) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, p.Number, p.Shelf)
	return err
}

// depot polls a queue.
type depot struct {
	sqs     *sqs.Client
	url     string
	shelves *shelves
}

func (d *depot) done(ctx context.Context, m types.Message) error {
	_, err := d.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &d.url, ReceiptHandle: m.ReceiptHandle})
	return err
}

// handle deletes what can never be read, and what is stored. Anything else stays in the queue and comes again.
func (d *depot) handle(ctx context.Context, m types.Message) error {
	var p parcel
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &p); err != nil {
		log.Printf("message %s is no parcel: %v", aws.ToString(m.MessageId), err)
		return d.done(ctx, m)
	}
	if err := d.shelves.put(ctx, p); err != nil {
		return err
	}
	return d.done(ctx, m)
}

func (d *depot) poll(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := d.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &d.url, WaitTimeSeconds: 20})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := d.handle(ctx, m); err != nil {
				log.Printf("message %s: %v", aws.ToString(m.MessageId), err)
			}
		}
	}
	return ctx.Err()
}
