// Package items claims by an item or document that the first attempt creates.
package items

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// alarms passes alarms on.
type alarms struct {
	db    *dynamodb.Client
	topic *sns.Client
	arn   string
}

func (a *alarms) claim(ctx context.Context, id string) (mine bool, err error) {
	_, err = a.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV311: .*alarms-seen"
		TableName:           aws.String("alarms-seen"),
		Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	var dup *types.ConditionalCheckFailedException
	if errors.As(err, &dup) {
		return false, nil
	}
	return err == nil, err
}

// Handle is a Lambda function behind a queue, which brings a message again after an error.
func (a *alarms) Handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := a.one(ctx, m); err != nil {
			return fmt.Errorf("%s: %w", m.MessageId, err)
		}
	}
	return nil
}

func (a *alarms) one(ctx context.Context, m events.SQSMessage) error {
	mine, err := a.claim(ctx, m.MessageId)
	if err != nil || !mine {
		return err
	}
	_, err = a.topic.Publish(ctx, &sns.PublishInput{
		TopicArn:               aws.String(a.arn),
		Message:                aws.String(m.Body),
		MessageGroupId:         aws.String("alarms"),
		MessageDeduplicationId: aws.String(m.MessageId),
	})
	return err
}

// barrier opens for cars that have paid.
type barrier struct {
	passes *mongo.Collection
	js     jetstream.JetStream
}

func openBarrier(db *mongo.Database, js jetstream.JetStream) barrier {
	return barrier{passes: db.Collection("passes"), js: js}
}

// let reports whether the barrier was told to open now.
func (b barrier) let(ctx context.Context, pass string) (bool, error) {
	_, err := b.passes.InsertOne(ctx, bson.M{"_id": pass}) // want "IDV311: .*passes"
	if mongo.IsDuplicateKeyError(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := b.js.Publish(ctx, "barrier.open", []byte(pass), jetstream.WithMsgID(pass)); err != nil {
		return false, err
	}
	return true, nil
}
