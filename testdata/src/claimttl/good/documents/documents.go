// Package documents keeps locks as items and documents that say until when and whose.
package documents

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// cranes are moved by one operator at a time.
type cranes struct{ db *dynamodb.Client }

func (c *cranes) board(ctx context.Context, crane, operator string) (bool, error) {
	now := time.Now()
	_, err := c.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("crane-locks"),
		Item: map[string]types.AttributeValue{
			"crane":      &types.AttributeValueMemberS{Value: crane},
			"operator":   &types.AttributeValueMemberS{Value: operator},
			"expires_at": unix(now.Add(15 * time.Minute)),
		},
		ConditionExpression:       aws.String("attribute_not_exists(crane) OR expires_at < :now"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": unix(now)},
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		return false, nil
	}
	return err == nil, err
}

// alight is silent when the lock has passed to somebody else.
func (c *cranes) alight(ctx context.Context, crane, operator string) error {
	_, err := c.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:           aws.String("crane-locks"),
		Key:                 map[string]types.AttributeValue{"crane": &types.AttributeValueMemberS{Value: crane}},
		ConditionExpression: aws.String("operator = :me"),
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":me": &types.AttributeValueMemberS{Value: operator},
		},
	})
	var passed *types.ConditionalCheckFailedException
	if errors.As(err, &passed) {
		return nil
	}
	return err
}

func unix(t time.Time) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(t.Unix(), 10)}
}

// lift runs a move when the crane is free.
func lift(ctx context.Context, c *cranes, crane, operator string, move func(context.Context) error) (err error) {
	ok, err := c.board(ctx, crane, operator)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, c.alight(context.WithoutCancel(ctx), crane, operator)) }()
	return move(ctx)
}

// berths takes over a berth whose ship should be gone. Where the berth is taken, the upsert meets the unique _id.
type berths struct{ db *mongo.Database }

func (b berths) moor(ctx context.Context, berth, ship string) (free bool, err error) {
	now := time.Now()
	_, err = b.db.Collection("berth_locks").UpdateOne(ctx,
		bson.D{{Key: "_id", Value: berth}, {Key: "until", Value: bson.D{{Key: "$lt", Value: now}}}},
		bson.D{{Key: "$set", Value: bson.D{{Key: "ship", Value: ship}, {Key: "until", Value: now.Add(6 * time.Hour)}}}},
		options.UpdateOne().SetUpsert(true))
	if mongo.IsDuplicateKeyError(err) {
		return false, nil
	}
	return err == nil, err
}

func (b berths) castOff(ctx context.Context, berth, ship string) error {
	_, err := b.db.Collection("berth_locks").DeleteOne(ctx, bson.D{{Key: "_id", Value: berth}, {Key: "ship", Value: ship}})
	return err
}

// refuel needs the ship to lie still.
func refuel(ctx context.Context, b berths, berth, ship string, pump func(context.Context) error) error {
	free, err := b.moor(ctx, berth, ship)
	if err != nil || !free {
		return err
	}
	defer b.castOff(context.WithoutCancel(ctx), berth, ship)
	return pump(ctx)
}
