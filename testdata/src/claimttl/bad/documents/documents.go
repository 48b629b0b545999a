// Package documents keeps locks as items and documents without an end.
package documents

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// cranes are moved by one operator at a time.
type cranes struct{ db *dynamodb.Client }

func (c *cranes) board(ctx context.Context, crane, operator string) (bool, error) {
	_, err := c.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV302: .*crane-locks"
		TableName: aws.String("crane-locks"),
		Item: map[string]types.AttributeValue{
			"crane":    &types.AttributeValueMemberS{Value: crane},
			"operator": &types.AttributeValueMemberS{Value: operator},
		},
		ConditionExpression: aws.String("attribute_not_exists(crane)"),
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		return false, nil
	}
	return err == nil, err
}

func (c *cranes) alight(ctx context.Context, crane string) error {
	_, err := c.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String("crane-locks"),
		Key:       map[string]types.AttributeValue{"crane": &types.AttributeValueMemberS{Value: crane}},
	})
	return err
}

// lift runs a move when the crane is free.
func lift(ctx context.Context, c *cranes, crane, operator string, move func(context.Context) error) (err error) {
	ok, err := c.board(ctx, crane, operator)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, c.alight(context.WithoutCancel(ctx), crane)) }()
	return move(ctx)
}

// berths are in a collection of another type's database.
type berths struct{ db *mongo.Database }

func (b berths) moor(ctx context.Context, berth, ship string) (free bool, err error) {
	_, err = b.db.Collection("berth_locks").InsertOne(ctx, bson.D{{Key: "_id", Value: berth}, {Key: "ship", Value: ship}}) // want "IDV302: .*berth_locks"
	if mongo.IsDuplicateKeyError(err) {
		return false, nil
	}
	return err == nil, err
}

func (b berths) castOff(ctx context.Context, berth string) error {
	_, err := b.db.Collection("berth_locks").DeleteOne(ctx, bson.D{{Key: "_id", Value: berth}})
	return err
}

// refuel needs the ship to lie still.
func refuel(ctx context.Context, b berths, berth, ship string, pump func(context.Context) error) error {
	free, err := b.moor(ctx, berth, ship)
	if err != nil || !free {
		return err
	}
	defer b.castOff(context.WithoutCancel(ctx), berth)
	return pump(ctx)
}
