// Package dynamo keeps loans in DynamoDB.
package dynamo

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"example.com/cases/link/structfield/bad/lending"
)

// Table implements lending.Shelves.
type Table struct{ Client *dynamodb.Client }

// Find returns nil when the tool is on its shelf.
func (t *Table) Find(ctx context.Context, tool string) (*lending.Loan, error) {
	out, err := t.Client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String("tool-loans"), Key: map[string]types.AttributeValue{"tool": &types.AttributeValueMemberS{Value: tool}},
	})
	if err != nil {
		return nil, err
	}
	if out.Item == nil {
		return nil, nil
	}
	who, _ := out.Item["borrower"].(*types.AttributeValueMemberS)
	return &lending.Loan{Tool: tool, Borrower: who.Value}, nil
}

// Save writes a loan.
func (t *Table) Save(ctx context.Context, l lending.Loan) error {
	_, err := t.Client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("tool-loans"),
		Item: map[string]types.AttributeValue{
			"tool":     &types.AttributeValueMemberS{Value: l.Tool},
			"borrower": &types.AttributeValueMemberS{Value: l.Borrower},
		},
	})
	return err
}
