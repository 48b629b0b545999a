// Package coffee gives each member one free coffee a day. An item that is over counts as none, whether or not it is still there.
package coffee

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Claim reports whether the member's coffee is free. The table deletes items by their attribute expires_at.
func Claim(ctx context.Context, db *dynamodb.Client, member string) (free bool, err error) {
	// docs:begin expiredclaim-good
	now := strconv.FormatInt(time.Now().Unix(), 10)
	tomorrow := strconv.FormatInt(time.Now().Add(24*time.Hour).Unix(), 10)
	_, err = db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("free-coffees"),
		Item: map[string]types.AttributeValue{
			"member":     &types.AttributeValueMemberS{Value: member},
			"expires_at": &types.AttributeValueMemberN{Value: tomorrow},
		},
		ConditionExpression:       aws.String("attribute_not_exists(member) OR expires_at < :now"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":now": &types.AttributeValueMemberN{Value: now}},
	})
	// docs:end expiredclaim-good
	var there *types.ConditionalCheckFailedException
	if errors.As(err, &there) {
		return false, nil
	}
	return err == nil, err
}
