// Package lambda mails a receipt for each message of a queue, and then puts the receipt into a table.
package lambda

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddb "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

// receipts mails receipts.
type receipts struct {
	ses    *sesv2.Client
	dynamo *dynamodb.Client
}

// Handle is given a batch until it returns nil.
func (r *receipts) Handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		id, err := r.mail(ctx, m.Body)
		if err != nil {
			return err
		}
		if err := r.file(ctx, m.MessageId, id); err != nil {
			return err
		}
	}
	return nil
}

func (r *receipts) mail(ctx context.Context, to string) (string, error) {
	out, err := r.ses.SendEmail(ctx, &sesv2.SendEmailInput{ // want "IDV501: .*SendEmail"
		FromEmailAddress: aws.String("till@example.com"),
		Destination:      &types.Destination{ToAddresses: []string{to}},
		Content:          &types.EmailContent{Template: &types.Template{TemplateName: aws.String("receipt")}},
	})
	if err != nil {
		return "", err
	}
	return aws.ToString(out.MessageId), nil
}

func (r *receipts) file(ctx context.Context, id, mail string) error {
	_, err := r.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("receipts"),
		Item: map[string]ddb.AttributeValue{
			"id":   &ddb.AttributeValueMemberS{Value: id},
			"mail": &ddb.AttributeValueMemberS{Value: mail},
		},
	})
	return err
}
