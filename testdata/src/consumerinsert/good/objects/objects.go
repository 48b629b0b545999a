// Package objects writes under names that follow from what is written.
package objects

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/nats-io/nats.go/jetstream"
)

// invoices stores what an accountant takes from a bucket, one file per invoice.
type invoices struct {
	bucket string
	s3     *s3.Client
	queue  *sqs.Client
	url    string
}

func (i *invoices) poll(ctx context.Context) error {
	out, err := i.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &i.url, MaxNumberOfMessages: 10})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		if err := i.put(ctx, aws.ToString(m.MessageId), aws.ToString(m.Body)); err != nil {
			return err
		}
		if _, err := i.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &i.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

func (i *invoices) put(ctx context.Context, id, invoice string) error {
	name := "to-book/" + id + ".xml"
	_, err := i.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &i.bucket, Key: &name, Body: strings.NewReader(invoice)})
	return err
}

// alarms keeps one entry per alarm in a bucket of JetStream, under the place of the alarm in its stream.
type alarms struct{ open jetstream.KeyValue }

func (a *alarms) start(raised jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return raised.Consume(func(msg jetstream.Msg) {
		if err := a.raise(context.Background(), msg.Headers().Get("Nats-Msg-Id"), msg.Data()); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func (a *alarms) raise(ctx context.Context, id string, alarm []byte) error {
	_, err := a.open.Put(ctx, id, alarm)
	return err
}
