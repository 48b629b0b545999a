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

func (v *vans) booked(ctx context.Context, van, day string) (bool, error) {
	out, err := v.client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName:      aws.String("van-bookings"),
		Key:            slot(van, day),
		ConsistentRead: aws.Bool(true), // a consistent read is as old as any when the write comes
	})
	if err != nil {
		return false, err
	}
	return len(out.Item) > 0, nil
}

func (v *vans) book(ctx context.Context, van, day, driver string) error {
	taken, err := v.booked(ctx, van, day)
	if err != nil {
		return err
	}
	if taken {
		return errBooked
	}
	item := slot(van, day)
	item["driver"] = &types.AttributeValueMemberS{Value: driver}
	_, err = v.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("van-bookings"), Item: item}) // want "IDV301: van-bookings"
	return err
}
