// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
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
