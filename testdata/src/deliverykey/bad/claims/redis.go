// Package claims asks other stores, interfaces and maps whether a message was handled, by names that belong to one delivery.
package claims

import (
	"context"
	"fmt"
	"log"
	"sync/atomic"
	"time"

	"cloud.google.com/go/pubsub/v2"
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

// wins adds the points of a quiz in one script: it looks for the name, and adds when it is new.
var wins = redis.NewScript(`
if redis.call("SET", KEYS[1], "1", "NX", "EX", 604800) then
  redis.call("HINCRBY", KEYS[2], ARGV[1], 1)
end
return 1`)

// quiz takes the attempt into the name of the win.
func quiz(ctx context.Context, rdb *redis.Client, answers *pubsub.Subscriber) error {
	return answers.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		attempt := 1
		if m.DeliveryAttempt != nil {
			attempt = *m.DeliveryAttempt
		}
		key := fmt.Sprintf("win:%s:%d", m.ID, attempt)
		if err := wins.Run(ctx, rdb, []string{key, "points"}, m.Attributes["player"]).Err(); err != nil { // want "IDV202: .*DeliveryAttempt"
			log.Printf("answer %s: %v", m.ID, err)
			m.Nack()
			return
		}
		m.Ack()
	})
}
