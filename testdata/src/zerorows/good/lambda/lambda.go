// Package lambda has functions that get their batch again when they return an error.
package lambda

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type clinic struct{ db *dynamodb.Client }

func (c *clinic) main() { lambda.Start(c.handle) }

func (c *clinic) handle(ctx context.Context, batch events.SQSEvent) error {
	for _, record := range batch.Records {
		if err := c.admit(ctx, record.Body); err != nil {
			return fmt.Errorf("patient %s: %w", record.Body, err)
		}
		if err := c.discharge(ctx, record.Body); err != nil {
			return err
		}
	}
	return nil
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// there takes a failed condition for success: the item is as it should be.
func there(err error) error {
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return nil
	}
	return err
}

func (c *clinic) admit(ctx context.Context, patient string) error {
	_, err := c.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("admissions"),
		Item:                map[string]types.AttributeValue{"patient": text(patient)},
		ConditionExpression: aws.String("attribute_not_exists(patient)"),
	})
	return there(err)
}

func (c *clinic) discharge(ctx context.Context, patient string) error {
	_, err := c.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("beds"),
		Key:                       map[string]types.AttributeValue{"patient": text(patient)},
		UpdateExpression:          aws.String("SET #s = :free"),
		ConditionExpression:       aws.String("#s = :taken"),
		ExpressionAttributeNames:  map[string]string{"#s": "state"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":free": text("free"), ":taken": text("taken")},
	})
	return there(err)
}
