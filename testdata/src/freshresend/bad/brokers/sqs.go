package brokers

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/google/uuid"
)

// bakery moves accepted orders to the queue of an oven.
type bakery struct {
	queue         *sqs.Client
	orders, ovens string
}

func (b *bakery) serve(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := b.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
			QueueUrl:            aws.String(b.orders),
			MaxNumberOfMessages: 10,
			WaitTimeSeconds:     20,
		})
		if err != nil {
			return err
		}
		for _, order := range out.Messages {
			if err := b.bake(ctx, order); err != nil {
				return err
			}
			_, err := b.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(b.orders), ReceiptHandle: order.ReceiptHandle})
			if err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func (b *bakery) bake(ctx context.Context, order types.Message) error {
	_, err := b.queue.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(b.ovens),
		MessageBody:            order.Body,
		MessageGroupId:         aws.String("oven-1"),
		MessageDeduplicationId: aws.String(uuid.New().String()), // want "IDV201: .*MessageDeduplicationId"
	})
	return err
}

// bakeAll sends what one poll brought as a batch.
func (b *bakery) bakeAll(ctx context.Context) error {
	out, err := b.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(b.orders), MaxNumberOfMessages: 10})
	if err != nil || len(out.Messages) == 0 {
		return err
	}
	batch := make([]types.SendMessageBatchRequestEntry, 0, len(out.Messages))
	gone := make([]types.DeleteMessageBatchRequestEntry, 0, len(out.Messages))
	for _, order := range out.Messages {
		batch = append(batch, types.SendMessageBatchRequestEntry{
			Id:                     order.MessageId,
			MessageBody:            order.Body,
			MessageGroupId:         aws.String("oven-2"),
			MessageDeduplicationId: aws.String(uuid.NewString()), // want "IDV201: .*MessageDeduplicationId"
		})
		gone = append(gone, types.DeleteMessageBatchRequestEntry{Id: order.MessageId, ReceiptHandle: order.ReceiptHandle})
	}
	sent, err := b.queue.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: aws.String(b.ovens), Entries: batch})
	if err != nil {
		return err
	}
	if len(sent.Failed) > 0 {
		return fmt.Errorf("%d orders were not taken", len(sent.Failed))
	}
	_, err = b.queue.DeleteMessageBatch(ctx, &sqs.DeleteMessageBatchInput{QueueUrl: aws.String(b.orders), Entries: gone})
	return err
}
