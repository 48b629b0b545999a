// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"
)

// The window of a FIFO queue is five minutes, and no program says so.
func send(ctx context.Context, queue *sqs.Client, url, order string) error {
	patient := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Hour))
	return backoff.Retry(func() error {
		_, err := queue.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl: aws.String(url), MessageBody: aws.String(order),
			MessageGroupId: aws.String("orders"), MessageDeduplicationId: aws.String(order),
		})
		return err
	}, backoff.WithContext(patient, ctx))
}

var countOnce = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "PX", ARGV[1]) then
	return redis.call("INCR", KEYS[2])
end
return 0`)

// The window comes from the environment; the sender's patience is a constant of another program.
func count(ctx context.Context, rdb *redis.Client, id, shop string) error {
	window, err := time.ParseDuration(os.Getenv("SEEN_FOR"))
	if err != nil {
		return err
	}
	return countOnce.Run(ctx, rdb, []string{"{" + shop + "}:" + id, "{" + shop + "}"}, window.Milliseconds()).Err()
}

// store and patience meet in main, through an interface.
type store interface {
	Keep(ctx context.Context, id string, window time.Duration) (bool, error)
}

func keep(ctx context.Context, s store, id string) (bool, error) {
	return s.Keep(ctx, id, time.Minute) // who repeats for longer is not visible from here
}
