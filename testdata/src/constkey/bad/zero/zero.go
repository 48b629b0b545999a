// Package zero sends values that nobody filled in: they look like keys, and are the same each time.
package zero

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/metadata"
)

type stamp struct {
	Card   string
	Points int
}

// declared and never filled in.
func declared(ctx context.Context, js jetstream.JetStream, s stamp) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var id uuid.UUID
	_, err = js.Publish(ctx, "stamps", data, jetstream.WithMsgID(id.String())) // want "IDV104"
	return err
}

// nilID uses the name of the zero value.
func nilID(ctx context.Context, c *sqs.Client, queue string, stamps []stamp) error {
	var entries []types.SendMessageBatchRequestEntry
	for _, s := range stamps {
		data, err := json.Marshal(s)
		if err != nil {
			return err
		}
		entries = append(entries, types.SendMessageBatchRequestEntry{
			Id:                     aws.String(s.Card),
			MessageBody:            aws.String(string(data)),
			MessageGroupId:         aws.String(s.Card),
			MessageDeduplicationId: aws.String(uuid.Nil.String()), // want "IDV104: MessageDeduplicationId"
		})
	}
	_, err := c.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &queue, Entries: entries})
	return err
}

// written out by hand.
func written(ctx context.Context, call func(context.Context, stamp) error, s stamp) error {
	md := metadata.Pairs("tenant", "south", "idempotency-key", "00000000-0000-0000-0000-000000000000") // want "IDV104: idempotency-key"
	return call(metadata.NewOutgoingContext(ctx, md), s)
}
