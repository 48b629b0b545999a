package docs

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var errBooked = errors.New("the van is booked on that day")

// vans books one van a day.
type vans struct{ client *dynamodb.Client }

func slot(van, day string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"van": &types.AttributeValueMemberS{Value: van},
		"day": &types.AttributeValueMemberS{Value: day},
	}
}

// book looks, which is cheap, and then lets the condition decide.
func (v *vans) book(ctx context.Context, van, day, driver string) error {
	out, err := v.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("van-bookings"), Key: slot(van, day)})
	if err != nil {
		return err
	}
	if len(out.Item) > 0 {
		return errBooked
	}
	item := slot(van, day)
	item["driver"] = &types.AttributeValueMemberS{Value: driver}
	_, err = v.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("van-bookings"),
		Item:                item,
		ConditionExpression: aws.String("attribute_not_exists(van)"),
	})
	var lost *types.ConditionalCheckFailedException
	if errors.As(err, &lost) {
		return errBooked
	}
	return err
}

// move books another day than the one that was looked at.
func (v *vans) move(ctx context.Context, van, from, to, driver string) error {
	out, err := v.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("van-bookings"), Key: slot(van, from)})
	if err != nil {
		return err
	}
	if len(out.Item) > 0 {
		return errBooked
	}
	item := slot(van, to)
	item["driver"] = &types.AttributeValueMemberS{Value: driver}
	_, err = v.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("van-bookings"), Item: item})
	return err
}
