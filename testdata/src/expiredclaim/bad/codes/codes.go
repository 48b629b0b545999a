// Package codes sends codes that open a parcel box once, for ten minutes. One method writes the end of a code, and another one that
// reads the code does not ask for it.
package codes

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var errUnknown = errors.New("unknown or used")

const table = "box-codes"

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// codes are items whose attribute ttl is the table's.
type codes struct{ db *dynamodb.Client }

func (c *codes) give(ctx context.Context, code, box string) error {
	_, err := c.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(table),
		Item: map[string]types.AttributeValue{
			"code": text(code), "box": text(box),
			"ttl": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(10*time.Minute).Unix(), 10)},
		},
	})
	return err
}

func (c *codes) box(ctx context.Context, code string) (string, error) {
	out, err := c.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(table), Key: map[string]types.AttributeValue{"code": text(code)}, ConsistentRead: aws.Bool(true)}) // want "IDV307: .*box-codes"
	if err != nil {
		return "", err
	}
	box, ok := out.Item["box"].(*types.AttributeValueMemberS)
	if !ok {
		return "", errUnknown
	}
	return box.Value, nil
}

func (c *codes) use(ctx context.Context, code string) error {
	_, err := c.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String(table), Key: map[string]types.AttributeValue{"code": text(code)}, ConditionExpression: aws.String("attribute_exists(code)"),
	})
	var gone *types.ConditionalCheckFailedException
	if errors.As(err, &gone) {
		return errUnknown
	}
	return err
}

type station struct {
	codes *codes
	open  func(ctx context.Context, box string) error
}

// enter is called by the keypad.
func (s *station) enter(ctx context.Context, code string) error {
	box, err := s.codes.box(ctx, code)
	if err != nil {
		return err
	}
	if err := s.codes.use(ctx, code); err != nil {
		return err
	}
	return s.open(ctx, box)
}
