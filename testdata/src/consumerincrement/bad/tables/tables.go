// Package tables adds to attributes of DynamoDB items.
package tables

import (
	"context"
	"fmt"
	"strconv"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const barrels = "rain-barrels"

// garden knows how much water is in each barrel.
type garden struct {
	db    *dynamodb.Client
	queue *sqs.Client
	url   string
}

func number(n int) types.AttributeValue { return &types.AttributeValueMemberN{Value: strconv.Itoa(n)} }

func key(barrel string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"barrel": &types.AttributeValueMemberS{Value: barrel}}
}

func (g *garden) fill(ctx context.Context, barrel string, litres int) error {
	_, err := g.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want "IDV401: .*rain-barrels"
		TableName:                 aws.String(barrels),
		Key:                       key(barrel),
		UpdateExpression:          aws.String("ADD litres :n"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": number(litres)},
	})
	return err
}

// poll takes what sensors measured. What is not deleted comes back after the visibility timeout.
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
		if err := g.fill(ctx, aws.ToString(m.MessageAttributes["barrel"].StringValue), litres); err != nil {
			return err
		}
		if _, err := g.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &g.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

// tap subtracts what was taken. The condition says that the barrel exists, not that this was not taken before.
type tap struct{ db *dynamodb.Client }

func (t *tap) main() { lambda.Start(t.handle) }

func (t *tap) handle(ctx context.Context, batch events.KinesisEvent) error {
	for _, r := range batch.Records {
		litres, err := strconv.Atoi(string(r.Kinesis.Data))
		if err != nil {
			return fmt.Errorf("record %s: %w", r.EventID, err)
		}
		if err := t.take(ctx, r.Kinesis.PartitionKey, litres); err != nil {
			return err
		}
	}
	return nil
}

func (t *tap) take(ctx context.Context, barrel string, litres int) error {
	in := &dynamodb.UpdateItemInput{TableName: aws.String(barrels), Key: key(barrel)}
	in.UpdateExpression = aws.String("SET #l = #l - :n")
	in.ConditionExpression = aws.String("attribute_exists(barrel)")
	in.ExpressionAttributeNames = map[string]string{"#l": "litres"}
	in.ExpressionAttributeValues = map[string]types.AttributeValue{":n": number(litres)}
	_, err := t.db.UpdateItem(ctx, in) // want "IDV401: .*rain-barrels"
	return err
}
