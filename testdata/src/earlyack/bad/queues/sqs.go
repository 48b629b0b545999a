// Package queues takes messages off their queue first, each in the way of its broker.
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

// parse gives the parcel, and takes the message off the queue so that no other worker gets it.
func (d *depot) parse(ctx context.Context, m types.Message) (parcel, error) {
	var p parcel
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &p); err != nil {
		return p, err
	}
	_, err := d.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &d.url, ReceiptHandle: m.ReceiptHandle}) // want "IDV404: .*(DeleteMessage|shelved)"
	return p, err
}

func (d *depot) poll(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := d.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &d.url, WaitTimeSeconds: 20})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			p, err := d.parse(ctx, m)
			if err != nil {
				log.Printf("message %s: %v", aws.ToString(m.MessageId), err)
				continue
			}
			if err := d.shelves.put(ctx, p); err != nil {
				log.Printf("parcel %s: %v", p.Number, err)
			}
		}
	}
	return ctx.Err()
}
