// Package lambda marks in DynamoDB what it does in a database, and in Redis what it does in DynamoDB.
package lambda

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/redis/go-redis/v9"
)

// tolls takes tolls off prepaid cards.
type tolls struct {
	dynamo *dynamodb.Client
	db     *sql.DB
	rdb    *redis.Client
}

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
	key := map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}}
	got, err := t.dynamo.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("toll-marks"), Key: key, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return err
	}
	if got.Item != nil {
		return nil
	}
	if _, err := t.db.ExecContext(ctx, `update cards set rides = rides - 1 where number = ?`, card); err != nil {
		return err
	}
	_, err = t.dynamo.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("toll-marks"), Item: key}) // want "IDV305: .*toll-marks"
	return err
}

// Gates counts cars at gates.
func (t *tolls) Gates(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := t.gate(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (t *tolls) gate(ctx context.Context, m events.SQSMessage) error {
	seen, err := t.rdb.Exists(ctx, "gate:"+m.MessageId).Result()
	if err != nil || seen > 0 {
		return err
	}
	if err := t.count(ctx, m.Body); err != nil {
		return err
	}
	return t.rdb.Set(ctx, "gate:"+m.MessageId, 1, 14*24*time.Hour).Err() // want "IDV305: .*Set"
}

var errNoGate = errors.New("which gate?")

func (t *tolls) count(ctx context.Context, gate string) error {
	if gate == "" {
		return errNoGate
	}
	_, err := t.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("gates"),
		Key:                       map[string]types.AttributeValue{"gate": &types.AttributeValueMemberS{Value: gate}},
		UpdateExpression:          aws.String("ADD cars :one"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
	})
	return err
}
