// Package cloud has handlers that a managed service calls again when they fail.
package cloud

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddb "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

// bakery mails its bills. An item for each bill says that it is being mailed, and what became of it.
type bakery struct {
	dynamo *dynamodb.Client
	ses    *sesv2.Client
}

// Bills is behind a queue.
func (b *bakery) Bills(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := b.once(ctx, m.MessageId, m.Body); err != nil {
			return err
		}
	}
	return nil
}

func (b *bakery) once(ctx context.Context, id, to string) error {
	isNew, err := b.begin(ctx, id)
	if err != nil {
		return err
	}
	if !isNew {
		return b.end(ctx, id, "UNKNOWN")
	}
	if err := b.bill(ctx, to); err != nil {
		return b.end(context.WithoutCancel(ctx), id, "UNKNOWN")
	}
	return b.end(ctx, id, "MAILED")
}

func (b *bakery) begin(ctx context.Context, id string) (bool, error) {
	_, err := b.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("bill-mails"),
		Item:                map[string]ddb.AttributeValue{"id": &ddb.AttributeValueMemberS{Value: id}, "state": &ddb.AttributeValueMemberS{Value: "MAILING"}},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	var known *ddb.ConditionalCheckFailedException
	if errors.As(err, &known) {
		return false, nil
	}
	return err == nil, err
}

// end leaves a bill alone that has ended before.
func (b *bakery) end(ctx context.Context, id, state string) error {
	_, err := b.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String("bill-mails"),
		Key:                      map[string]ddb.AttributeValue{"id": &ddb.AttributeValueMemberS{Value: id}},
		UpdateExpression:         aws.String("SET #s = :to"),
		ConditionExpression:      aws.String("#s = :from"),
		ExpressionAttributeNames: map[string]string{"#s": "state"},
		ExpressionAttributeValues: map[string]ddb.AttributeValue{
			":from": &ddb.AttributeValueMemberS{Value: "MAILING"},
			":to":   &ddb.AttributeValueMemberS{Value: state},
		},
	})
	var ended *ddb.ConditionalCheckFailedException
	if errors.As(err, &ended) {
		return nil
	}
	return err
}

func (b *bakery) bill(ctx context.Context, to string) error {
	in := &sesv2.SendEmailInput{
		FromEmailAddress: aws.String("bills@example.com"),
		Destination:      &types.Destination{ToAddresses: []string{to}},
		Content:          &types.EmailContent{Template: &types.Template{TemplateName: aws.String("bill")}},
	}
	_, err := b.ses.SendEmail(ctx, in)
	return err
}
