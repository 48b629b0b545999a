// Package orders asks another package for a mail, under a name that follows from the order.
package orders

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"example.com/cases/consumereffect/good/crosspkg/mailer"
)

type order struct {
	Number, Mail string
	Late         bool
}

// Worker reads the queue.
type Worker struct {
	SQS   *sqs.Client
	Queue string
	Mail  *mailer.Mailer
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := w.SQS.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(w.Queue), WaitTimeSeconds: 20})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := w.handle(ctx, aws.ToString(m.Body)); err != nil {
				return err
			}
			if _, err := w.SQS.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(w.Queue), ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func (w *Worker) handle(ctx context.Context, body string) error {
	var o order
	if err := json.Unmarshal([]byte(body), &o); err != nil {
		return err
	}
	if !o.Late {
		return nil
	}
	return w.Mail.Ask(ctx, "late/"+o.Number, o.Mail, "Order "+o.Number, "It is late. We are sorry.")
}
