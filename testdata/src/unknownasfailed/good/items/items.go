// Package items keeps states in stores of items and keys, and writes FAILED when it was told so.
package items

import (
	"context"
	"fmt"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-resty/resty/v2"
	"github.com/redis/go-redis/v9"
)

// post buys stamps and orders couriers.
type post struct {
	rest   *resty.Client
	dynamo *dynamodb.Client
	rdb    redis.UniversalClient
}

func (p *post) stamp(ctx context.Context, letter string) error {
	resp, err := p.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", letter).SetBody(map[string]string{"letter": letter}).Post("/stamps")
	if err != nil {
		return err
	}
	switch {
	case resp.StatusCode() < 300:
		return p.set(ctx, letter, "STAMPED")
	case resp.StatusCode() == http.StatusUnprocessableEntity:
		return p.set(ctx, letter, "FAILED")
	default:
		return fmt.Errorf("stamps: %s", resp.Status())
	}
}

func (p *post) set(ctx context.Context, letter, state string) error {
	_, err := p.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String("letters"),
		Key:                      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: letter}},
		UpdateExpression:         aws.String("SET #s = :to"),
		ExpressionAttributeNames: map[string]string{"#s": "state"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":to": &types.AttributeValueMemberS{Value: state},
		},
	})
	return err
}

// courier leaves the order in state calling when it does not know. To call again under the order's key is harmless.
func (p *post) courier(ctx context.Context, order string) error {
	if err := p.rdb.HSet(ctx, "courier:"+order, "state", "calling").Err(); err != nil {
		return err
	}
	if err := p.call(ctx, order); err != nil {
		return err
	}
	return p.rdb.HSet(ctx, "courier:"+order, "state", "coming").Err()
}

func (p *post) call(ctx context.Context, order string) error {
	_, err := p.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", order).SetFormData(map[string]string{"order": order}).Post("/couriers")
	return err
}
