// Package queues names messages and tasks after telephone numbers and addresses.
package queues

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
)

type topUp struct {
	ID     string `json:"id"`
	MSISDN string `json:"msisdn"`
	Cents  int    `json:"cents"`
}

// topUps sends one message for each number.
func topUps(ctx context.Context, c *sqs.Client, queue string, ups []topUp) error {
	for _, up := range ups {
		data, err := json.Marshal(up)
		if err != nil {
			return err
		}
		dedup := fmt.Sprintf("topup-%s-%d", up.MSISDN, up.Cents)
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl:               &queue,
			MessageBody:            aws.String(string(data)),
			MessageGroupId:         aws.String("topups"),
			MessageDeduplicationId: aws.String(dedup), // want "IDV105: MessageDeduplicationId.*MSISDN"
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type contact interface{ GetPhoneNumber() string }

func taskFor[T contact](kind string, c T) asynq.Option {
	return asynq.TaskID(kind + ":" + c.GetPhoneNumber()) // want "IDV105: .*PhoneNumber"
}

// remind calls somebody; a generic helper makes the option.
func remind[T contact](ctx context.Context, q *asynq.Client, c T) error {
	_, err := q.EnqueueContext(ctx, asynq.NewTask("call:remind", nil), taskFor("remind", c))
	return err
}

// publisher gives each message a name, by a function that it was made with.
type publisher struct {
	js jetstream.JetStream
}

// confirm: a closure makes the name.
func (p *publisher) confirm(ctx context.Context, email string, data []byte) error {
	name := func(step string) string { return step + "/" + email }
	_, err := p.js.Publish(ctx, "confirmations", data, jetstream.WithMsgID(name("confirm"))) // want "IDV105: .*email"
	return err
}
