// Package queues names messages and tasks after ids; numbers and addresses are what they carry.
package queues

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// topUps hashes what it sends.
func topUps(ctx context.Context, c *sqs.Client, queue string, ups []topUp) error {
	for _, up := range ups {
		data, err := json.Marshal(up)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl:               &queue,
			MessageBody:            aws.String(string(data)),
			MessageGroupId:         aws.String("topups"),
			MessageDeduplicationId: aws.String(fmt.Sprintf("topup-%x", sum)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type contact interface {
	GetID() string
	GetPhoneNumber() string
}

func taskFor[T contact](kind string, c T) asynq.Option {
	return asynq.TaskID(kind + ":" + c.GetID())
}

func remind[T contact](ctx context.Context, q *asynq.Client, c T) error {
	task := asynq.NewTask("call:remind", []byte(c.GetPhoneNumber()))
	_, err := q.EnqueueContext(ctx, task, taskFor("remind", c))
	return err
}

type publisher struct {
	js jetstream.JetStream
}

// confirm hashes the address with a streaming hash.
func (p *publisher) confirm(ctx context.Context, email string, data []byte) error {
	name := func(step string) string {
		h := sha256.New()
		fmt.Fprintf(h, "%s/%s", step, email)
		return hex.EncodeToString(h.Sum(nil))
	}
	_, err := p.js.Publish(ctx, "confirmations", data, jetstream.WithMsgID(name("confirm")))
	return err
}
