// Package meals takes meals off a card. The mark of a meal is made of who and how much, and counts for a while.
package meals

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type canteen struct{ db *dynamodb.Client }

// eat takes the price off the card, unless the same price was taken in the last twenty seconds.
func (c *canteen) eat(ctx context.Context, card string, cents int64) error {
	now := time.Now()
	_, err := c.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{ // want "IDV602: .*meal-marks"
		{Put: &types.Put{
			TableName:                 aws.String("meal-marks"),
			Item:                      map[string]types.AttributeValue{"meal": text(fmt.Sprintf("%s/%d", card, cents)), "eaten_at": number(now.Unix())},
			ConditionExpression:       aws.String("attribute_not_exists(meal) OR eaten_at < :before"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":before": number(now.Add(-20 * time.Second).Unix())},
		}},
		{Update: &types.Update{
			TableName:                 aws.String("meal-cards"),
			Key:                       map[string]types.AttributeValue{"card": text(card)},
			UpdateExpression:          aws.String("ADD cents :less"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":less": number(-cents)},
		}},
	}})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		return nil
	}
	return err
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}
