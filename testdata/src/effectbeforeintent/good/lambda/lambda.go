// Package lambda mails a receipt for each message of a queue, under the message's id, and then puts the receipt into a table.
package lambda

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/resend/resend-go/v2"
)

// receipts mails receipts.
type receipts struct {
	resend *resend.Client
	dynamo *dynamodb.Client
}

// Handle is given a batch until it returns nil. The provider sends a mail once for each key.
func (r *receipts) Handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		id, err := r.mail(ctx, m)
		if err != nil {
			return err
		}
		if err := r.file(ctx, m.MessageId, id); err != nil {
			return err
		}
	}
	return nil
}

func (r *receipts) mail(ctx context.Context, m events.SQSMessage) (string, error) {
	out, err := r.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "till@example.com", To: []string{m.Body}, Subject: "Receipt", Text: "Thank you."},
		&resend.SendEmailOptions{IdempotencyKey: "receipt/" + m.MessageId})
	if err != nil {
		return "", err
	}
	return out.Id, nil
}

func (r *receipts) file(ctx context.Context, id, mail string) error {
	_, err := r.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("receipts"),
		Item: map[string]types.AttributeValue{
			"id":   &types.AttributeValueMemberS{Value: id},
			"mail": &types.AttributeValueMemberS{Value: mail},
		},
	})
	return err
}
