// Package items keeps states in stores of items and keys, and writes FAILED for a 500 and for silence alike.
package items

import (
	"context"

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

// stamp takes 500 for a refusal like 422. A server that stumbles may have done its work.
func (p *post) stamp(ctx context.Context, letter string) error {
	resp, err := p.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", letter).SetBody(map[string]string{"letter": letter}).Post("/stamps")
	if err != nil {
		return err
	}
	if resp.IsError() {
		return p.set(ctx, letter, "FAILED") // want "IDV505: .*letters"
	}
	return p.set(ctx, letter, "STAMPED")
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

// courier notes the order in Redis before it calls.
func (p *post) courier(ctx context.Context, order string) error {
	if err := p.rdb.HSet(ctx, "courier:"+order, "state", "calling").Err(); err != nil {
		return err
	}
	if err := p.call(ctx, order); err != nil {
		return p.rdb.HSet(ctx, "courier:"+order, "state", "failed").Err() // want "IDV505: .*HSet"
	}
	return p.rdb.HSet(ctx, "courier:"+order, "state", "coming").Err()
}

func (p *post) call(ctx context.Context, order string) error {
	_, err := p.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", order).SetFormData(map[string]string{"order": order}).Post("/couriers")
	return err
}
