// Package coffee gives each member one free coffee a day, and trusts DynamoDB to forget yesterday's in time. It may take days.
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
	// docs:begin expiredclaim-bad
	tomorrow := strconv.FormatInt(time.Now().Add(24*time.Hour).Unix(), 10)
	_, err = db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV307: .*free-coffees"
		TableName: aws.String("free-coffees"),
		Item: map[string]types.AttributeValue{
			"member":     &types.AttributeValueMemberS{Value: member},
			"expires_at": &types.AttributeValueMemberN{Value: tomorrow},
		},
		ConditionExpression: aws.String("attribute_not_exists(member)"),
	})
	// docs:end expiredclaim-bad
	var there *types.ConditionalCheckFailedException
	if errors.As(err, &there) {
		return false, nil
	}
	return err == nil, err
}
