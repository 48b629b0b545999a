// Package sets counts, so that a repeat counts twice.
package sets

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// readers knows who has read which notice.
type readers struct{ db *dynamodb.Client }

// read notes that a person has read a notice. The set would bear a repeat, the number does not.
func (r *readers) read(ctx context.Context, notice, person string) error {
	_, err := r.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV308: .*notice-reads"
		TableName:           aws.String("notice-reads"),
		Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: notice + "/" + person}},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	var there *types.ConditionalCheckFailedException
	if err != nil && !errors.As(err, &there) {
		return err
	}
	_, err = r.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("notices"),
		Key:                       map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: notice}},
		UpdateExpression:          aws.String("ADD people :who, readers :one"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":who": &types.AttributeValueMemberSS{Value: []string{person}}, ":one": &types.AttributeValueMemberN{Value: "1"}},
	})
	return err
}
