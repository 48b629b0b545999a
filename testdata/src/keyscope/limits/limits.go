// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"google.golang.org/grpc/metadata"
)

// keys hides its statement, in which only the key is unique, behind an interface.
type keys interface {
	Known(ctx context.Context, key string) (bool, error)
}

func known(k keys, r *http.Request) (bool, error) {
	return k.Known(r.Context(), r.Header.Get("Idempotency-Key")) // miss: IDV107 the store behind an interface is not known
}

type drones struct{ table *dynamodb.Client }

// launch has the caller's key as the key of the item.
func (d *drones) launch(ctx context.Context, pilot, target string) error {
	keys := metadata.ValueFromIncomingContext(ctx, "idempotency-key")
	if len(keys) != 1 {
		return errors.New("one idempotency-key, please")
	}
	_, err := d.table.PutItem(ctx, &dynamodb.PutItemInput{ // miss: IDV107 conditions of DynamoDB are not read
		TableName:           aws.String("launches"),
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
		Item: map[string]types.AttributeValue{
			"pk":     &types.AttributeValueMemberS{Value: keys[0]},
			"pilot":  &types.AttributeValueMemberS{Value: pilot},
			"target": &types.AttributeValueMemberS{Value: target},
		},
	})
	if exists := new(types.ConditionalCheckFailedException); errors.As(err, &exists) {
		return nil
	}
	return err
}
