// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/oklog/ulid/v2"
	amqp "github.com/rabbitmq/amqp091-go"
)

// parade has the time added by its own encoding.
type parade struct{ Band string }

// MarshalJSON runs inside of json.Marshal.
func (p parade) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{
		"band": p.Band,
		"at":   time.Now().String(), // miss: IDV203 the methods that an encoder calls are not followed
	})
}

func march(ctx context.Context, queue *sqs.Client, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(parade{Band: string(d.Body)})
		if err != nil {
			return err
		}
		_, err = queue.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl: aws.String(url), MessageGroupId: aws.String("parade"), MessageBody: aws.String(string(body)),
		})
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// stock is a reading of a shelf: it is another when it is taken again.
type stock interface {
	Count(ctx context.Context, shelf string) (int, error)
}

func inventory(ctx context.Context, s stock, queue *sqs.Client, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		n, err := s.Count(ctx, string(d.Body))
		if err != nil {
			return err
		}
		body, err := json.Marshal(map[string]any{"shelf": string(d.Body), "count": n}) // miss: IDV203 that the answer of another service changes is not known
		if err != nil {
			return err
		}
		_, err = queue.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl: aws.String(url), MessageGroupId: aws.String("stock"), MessageBody: aws.String(string(body)),
		})
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// harvest sends a batch; the body is a line of text, with the number of the process.
func harvest(ctx context.Context, queue *sqs.Client, from, to string) error {
	out, err := queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(from)})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		entry := types.SendMessageBatchRequestEntry{
			Id:             m.MessageId,
			MessageGroupId: aws.String("harvest"),
			MessageBody:    aws.String(line(aws.ToString(m.Body))),
		}
		_, err := queue.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: aws.String(to), Entries: []types.SendMessageBatchRequestEntry{entry}})
		if err != nil {
			return err
		}
		if _, err := queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(from), ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

func line(crop string) string {
	return fmt.Sprintf("crop=%s by=%d", crop, os.Getpid()) // miss: IDV203 the process and the host do not count as something that changes
}

// vet tells owners' servers about appointments. The reference is new on each delivery.
func vet(ctx context.Context, client *http.Client, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(map[string]string{
			"ref":    ulid.Make().String(), // miss: IDV203 a field of such a name counts as an id of the repeat, even when it is new
			"animal": string(d.Body),
		})
		if err != nil {
			return err
		}
		resp, err := client.Post(url, "application/json", strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		if err := resp.Body.Close(); err != nil {
			return err
		}
		if resp.StatusCode/100 != 2 {
			return fmt.Errorf("%s answers %s", url, resp.Status)
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
