// Package claims asks other stores, interfaces and maps whether a message was handled, by names that belong to one delivery.
package claims

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/redis/go-redis/v9"
)

// returns notes books that come back, and counts them.
type returns struct {
	rdb   *redis.Client
	queue *sqs.Client
	url   string
	count atomic.Int64
}

func (r *returns) poll(ctx context.Context) error {
	out, err := r.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(r.url), WaitTimeSeconds: 20})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		key := "returned:" + aws.ToString(m.ReceiptHandle)
		first, err := r.rdb.SetNX(ctx, key, aws.ToString(m.Body), 14*24*time.Hour).Result() // want "IDV202: .*ReceiptHandle"
		if err != nil {
			return err
		}
		if first {
			r.count.Add(1)
		}
		if _, err := r.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(r.url), ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}
