// Package items claims by an item or document, together with the effect, or for a time.
package items

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// alarms passes alarms on.
type alarms struct{ db *dynamodb.Client }

// pass marks the alarm as seen and puts it into the outbox, both or none. A stream of the table sends what is in there.
func (a *alarms) pass(ctx context.Context, m events.SQSMessage) error {
	id := &types.AttributeValueMemberS{Value: m.MessageId}
	_, err := a.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{
				TableName:           aws.String("alarms-seen"),
				Item:                map[string]types.AttributeValue{"id": id},
				ConditionExpression: aws.String("attribute_not_exists(id)"),
			}},
			{Put: &types.Put{
				TableName: aws.String("alarms-outbox"),
				Item:      map[string]types.AttributeValue{"id": id, "body": &types.AttributeValueMemberS{Value: m.Body}},
			}},
		},
	})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) && len(cancelled.CancellationReasons) > 0 &&
		aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed" {
		return nil
	}
	return err
}

// Handle is a Lambda function behind a queue, which brings a message again after an error.
func (a *alarms) Handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := a.pass(ctx, m); err != nil {
			return fmt.Errorf("%s: %w", m.MessageId, err)
		}
	}
	return nil
}

// barrier opens for cars that have paid.
type barrier struct {
	passes *mongo.Collection
	open   func(ctx context.Context, pass string) error
}

// let takes a pass for a minute, and for good when the barrier has moved. When it does not move, the pass can be used again at once.
func (b barrier) let(ctx context.Context, pass string) (bool, error) {
	now := time.Now()
	_, err := b.passes.UpdateOne(ctx,
		bson.M{"_id": pass, "used": bson.M{"$ne": true}, "until": bson.M{"$lt": now}},
		bson.M{"$set": bson.M{"until": now.Add(time.Minute)}},
		options.UpdateOne().SetUpsert(true))
	if mongo.IsDuplicateKeyError(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := b.open(ctx, pass); err != nil {
		_, back := b.passes.UpdateOne(context.WithoutCancel(ctx), bson.M{"_id": pass}, bson.M{"$set": bson.M{"until": now}})
		return false, errors.Join(err, back)
	}
	_, err = b.passes.UpdateOne(ctx, bson.M{"_id": pass}, bson.M{"$set": bson.M{"used": true}})
	return err == nil, err
}
