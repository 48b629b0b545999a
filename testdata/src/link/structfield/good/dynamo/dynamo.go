// Package dynamo keeps loans in DynamoDB.
package dynamo

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"example.com/cases/link/structfield/good/lending"
)

// Table implements lending.Shelves.
type Table struct{ Client *dynamodb.Client }

// Take writes the loan in one conditional request.
func (t *Table) Take(ctx context.Context, l lending.Loan) (bool, error) {
	_, err := t.Client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 aws.String("tool-loans"),
		Item:                      map[string]types.AttributeValue{"tool": text(l.Tool), "borrower": text(l.Borrower)},
		ConditionExpression:       aws.String("attribute_not_exists(tool) OR borrower = :b"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":b": text(l.Borrower)},
	})
	if held := new(types.ConditionalCheckFailedException); errors.As(err, &held) {
		return false, nil
	}
	return err == nil, err
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
