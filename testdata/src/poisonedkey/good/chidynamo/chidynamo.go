// Package chidynamo keeps answers in DynamoDB, for the routes of a chi router.
package chidynamo

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"example.com/cases/poisonedkey/ask"
)

const table = "chi-answers"

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

type answers struct{ db *dynamodb.Client }

// begin claims an item that is not there, or whose owner is late.
func (a *answers) begin(ctx context.Context, id, fingerprint, owner string) (*ask.Answer, error) {
	_, err := a.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(table),
		Item: map[string]types.AttributeValue{
			"id": text(id), "fingerprint": text(fingerprint), "owner": text(owner), "answered": number(0),
			"locked_until": number(time.Now().Add(ask.Lease * time.Second).Unix()),
		},
		ConditionExpression:                 aws.String("attribute_not_exists(id) OR (fingerprint = :f AND answered = :no AND locked_until < :now)"),
		ExpressionAttributeValues:           map[string]types.AttributeValue{":f": text(fingerprint), ":no": number(0), ":now": number(time.Now().Unix())},
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	var there *types.ConditionalCheckFailedException
	if errors.As(err, &there) {
		return answerOf(there.Item)
	}
	return nil, err
}

func answerOf(item map[string]types.AttributeValue) (*ask.Answer, error) {
	f, okF := item["fingerprint"].(*types.AttributeValueMemberS)
	n, okN := item["answered"].(*types.AttributeValueMemberN)
	if !okF || !okN {
		return nil, errors.New("an item without fingerprint or status")
	}
	status, err := strconv.Atoi(n.Value)
	a := &ask.Answer{Fingerprint: f.Value, Status: status}
	if b, ok := item["body"].(*types.AttributeValueMemberB); ok {
		a.Body = b.Value
	}
	return a, err
}

func (a *answers) finish(ctx context.Context, id, owner string, status int, body []byte) error {
	_, err := a.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String(table),
		Key:                      map[string]types.AttributeValue{"id": text(id)},
		UpdateExpression:         aws.String("SET answered = :s, body = :b"),
		ConditionExpression:      aws.String("#o = :o"),
		ExpressionAttributeNames: map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":s": number(int64(status)), ":b": &types.AttributeValueMemberB{Value: body}, ":o": text(owner),
		},
	})
	return err
}

func (a *answers) release(ctx context.Context, id, owner string) error {
	_, err := a.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:                 aws.String(table),
		Key:                       map[string]types.AttributeValue{"id": text(id)},
		ConditionExpression:       aws.String("#o = :o AND answered = :no"),
		ExpressionAttributeNames:  map[string]string{"#o": "owner"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":o": text(owner), ":no": number(0)},
	})
	return err
}

// final tells a refusal from trouble.
func final(status int) bool {
	return status < http.StatusInternalServerError && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}

func (a *answers) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fingerprint, err := ask.Fingerprint(r)
		if err != nil || r.Header.Get("Idempotency-Key") == "" {
			http.Error(w, "an Idempotency-Key and JSON are required", http.StatusBadRequest)
			return
		}
		id, owner := ask.Caller(r.Context())+"/"+r.Header.Get("Idempotency-Key"), uuid.NewString()
		old, err := a.begin(r.Context(), id, fingerprint, owner)
		if err != nil {
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		}
		if old != nil {
			ask.Again(w, old, fingerprint)
			return
		}
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		ctx := context.WithoutCancel(r.Context())
		if !final(rec.Status) {
			if err := a.release(ctx, id, owner); err != nil {
				log.Printf("key not released: %v", err)
			}
			return
		}
		if err := a.finish(ctx, id, owner, rec.Status, rec.Body.Bytes()); err != nil {
			log.Printf("answer not kept: %v", err)
		}
	})
}

func routes(db *dynamodb.Client, order http.HandlerFunc) chi.Router {
	r := chi.NewRouter()
	r.Use((&answers{db: db}).once)
	r.Post("/orders", order)
	return r
}
