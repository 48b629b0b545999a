// Package lambda marks and works in one transaction of DynamoDB, or in one item.
package lambda

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// tolls takes tolls off prepaid cards.
type tolls struct{ dynamo *dynamodb.Client }

// Cards is behind a queue.
func (t *tolls) Cards(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := t.card(ctx, m.MessageId, m.Body); err != nil {
			return err
		}
	}
	return nil
}

func (t *tolls) card(ctx context.Context, id, card string) error {
	_, err := t.dynamo.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{
				TableName:           aws.String("toll-marks"),
				Item:                key("id", id),
				ConditionExpression: aws.String("attribute_not_exists(id)"),
			}},
			{Update: &types.Update{
				TableName:                 aws.String("cards"),
				Key:                       key("card", card),
				UpdateExpression:          aws.String("ADD rides :less"),
				ExpressionAttributeValues: map[string]types.AttributeValue{":less": &types.AttributeValueMemberN{Value: "-1"}},
			}},
		},
	})
	if marked(err) {
		return nil
	}
	return err
}

// marked is true when the mark was there before.
func marked(err error) bool {
	var cancelled *types.TransactionCanceledException
	return errors.As(err, &cancelled) && len(cancelled.CancellationReasons) > 0 &&
		aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed"
}

func key(name, value string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{name: &types.AttributeValueMemberS{Value: value}}
}

// gate keeps the number of the last car that was counted in the item of the gate.
func (t *tolls) gate(ctx context.Context, gate, car string) error {
	_, err := t.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:           aws.String("gates"),
		Key:                 key("gate", gate),
		UpdateExpression:    aws.String("SET lastCar = :car ADD cars :one"),
		ConditionExpression: aws.String("attribute_not_exists(lastCar) OR lastCar < :car"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":car": &types.AttributeValueMemberN{Value: car},
			":one": &types.AttributeValueMemberN{Value: "1"},
		},
	})
	var counted *types.ConditionalCheckFailedException
	if errors.As(err, &counted) {
		return nil
	}
	return err
}
