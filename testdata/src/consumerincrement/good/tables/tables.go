// Package tables adds to attributes of DynamoDB items, under a condition that holds once per message.
package tables

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const (
	barrels = "rain-barrels"
	seen    = "rain-seen"
)

// garden knows how much water is in each barrel.
type garden struct {
	db    *dynamodb.Client
	queue *sqs.Client
	url   string
}

func number(n int) types.AttributeValue { return &types.AttributeValueMemberN{Value: strconv.Itoa(n)} }

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// fill has the mark and the sum in one transaction. That the mark is there says that the sum is right.
func (g *garden) fill(ctx context.Context, id, barrel string, litres int) error {
	_, err := g.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String(seen),
			Item:                map[string]types.AttributeValue{"measurement": text(id)},
			ConditionExpression: aws.String("attribute_not_exists(measurement)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String(barrels),
			Key:                       map[string]types.AttributeValue{"barrel": text(barrel)},
			UpdateExpression:          aws.String("ADD litres :n"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":n": number(litres)},
		}},
	}})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) && aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed" {
		return nil
	}
	return err
}

// poll takes what sensors measured. Each measurement has a number that its sensor gave it.
func (g *garden) poll(ctx context.Context) error {
	out, err := g.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &g.url, MaxNumberOfMessages: 10, WaitTimeSeconds: 20})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		litres, err := strconv.Atoi(aws.ToString(m.Body))
		if err != nil {
			return err
		}
		id := aws.ToString(m.MessageAttributes["measurement"].StringValue)
		if err := g.fill(ctx, id, aws.ToString(m.MessageAttributes["barrel"].StringValue), litres); err != nil {
			return err
		}
		if _, err := g.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &g.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

// tap subtracts what was taken. Records of one barrel come in order, and the item keeps the place of the last one.
type tap struct{ db *dynamodb.Client }

func (t *tap) main() { lambda.Start(t.handle) }

func (t *tap) handle(ctx context.Context, batch events.KinesisEvent) error {
	for _, r := range batch.Records {
		litres, err := strconv.Atoi(string(r.Kinesis.Data))
		if err != nil {
			return fmt.Errorf("record %s: %w", r.EventID, err)
		}
		if err := t.take(ctx, r.Kinesis.PartitionKey, r.Kinesis.SequenceNumber, litres); err != nil {
			return err
		}
	}
	return nil
}

func (t *tap) take(ctx context.Context, barrel, place string, litres int) error {
	_, err := t.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String(barrels),
		Key:                       map[string]types.AttributeValue{"barrel": text(barrel)},
		UpdateExpression:          aws.String("SET litres = litres - :n, place = :place"),
		ConditionExpression:       aws.String("attribute_not_exists(place) OR place < :place"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": number(litres), ":place": text(padded(place))},
	})
	var old *types.ConditionalCheckFailedException
	if errors.As(err, &old) {
		return nil
	}
	return err
}

// padded makes places comparable as text.
func padded(place string) string { return strings.Repeat("0", max(0, 60-len(place))) + place }
