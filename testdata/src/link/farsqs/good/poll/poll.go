// Package poll runs handlers of other packages on the messages of a queue.
package poll

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// Message is one message.
type Message struct{ ID, Body string }

// Handler does the work of one message; an error brings it back.
type Handler interface {
	Handle(ctx context.Context, m Message) error
}

// Loop polls one queue.
type Loop struct {
	Client  *sqs.Client
	Queue   string
	Handler Handler
}

// Run polls until ctx ends.
func (l *Loop) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := l.Client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(l.Queue), WaitTimeSeconds: 20})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := l.Handler.Handle(ctx, Message{ID: aws.ToString(m.MessageId), Body: aws.ToString(m.Body)}); err != nil {
				continue
			}
			_, err := l.Client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(l.Queue), ReceiptHandle: m.ReceiptHandle})
			if err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
