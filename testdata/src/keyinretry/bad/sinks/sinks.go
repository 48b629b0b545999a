// Package sinks sends the new key of each attempt through each kind of place that tells the receiver which request this is.
package sinks

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"

	"example.com/cases/keyinretry/again"
)

const headerKey = "idempotency-key"

func headerByConstant(hc *http.Client, req *http.Request) error {
	return again.Do(3, func() error {
		req.Header.Set(headerKey, uuid.NewString()) // want "IDV101: (?i)idempotency-key"
		_, err := hc.Do(req)
		return err
	})
}

func headerOfVendor(hc *http.Client, req *http.Request) error {
	return again.Do(3, func() error {
		h := req.Header
		h.Add("PayPal-Request-Id", uuid.NewString()) // want "IDV101: PayPal-Request-Id"
		_, err := hc.Do(req)
		return err
	})
}

func headerLiteral(hc *http.Client, target *url.URL) error {
	return again.Do(3, func() error {
		req := &http.Request{Method: http.MethodPost, URL: target, Header: http.Header{
			"Idempotency-Key": {uuid.NewString()}, // want "IDV101: Idempotency-Key"
		}}
		_, err := hc.Do(req)
		return err
	})
}

func restyHeaders(c *resty.Client) error {
	return again.Do(3, func() error {
		_, err := c.R().SetHeaders(map[string]string{
			"Accept":          "application/json",
			"Idempotency-Key": uuid.NewString(), // want "IDV101: Idempotency-Key"
		}).Post("/fares")
		return err
	})
}

func grpcNew(ctx context.Context, call func(context.Context) error) error {
	return again.Do(3, func() error {
		md := metadata.New(map[string]string{
			"idempotency-key": uuid.NewString(), // want "IDV101: idempotency-key"
		})
		return call(metadata.NewOutgoingContext(ctx, md))
	})
}

func grpcPairs(ctx context.Context, call func(context.Context) error) error {
	return again.Do(3, func() error {
		md := metadata.Pairs("tenant", "north", "idempotency-key", uuid.NewString()) // want "IDV101: idempotency-key"
		return call(metadata.NewOutgoingContext(ctx, md))
	})
}

func grpcAppend(ctx context.Context, call func(context.Context) error) error {
	return again.Do(3, func() error {
		return call(metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())) // want "IDV101: idempotency-key"
	})
}

func sqsMessage(ctx context.Context, c *sqs.Client, queue, body string) error {
	return again.Do(3, func() error {
		in := &sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &body, MessageGroupId: aws.String("fares")}
		dedup := uuid.NewString()
		in.MessageDeduplicationId = &dedup // want "IDV101: MessageDeduplicationId"
		_, err := c.SendMessage(ctx, in)
		return err
	})
}

func sqsBatch(ctx context.Context, c *sqs.Client, queue string, bodies []string) error {
	return again.Do(3, func() error {
		entries := make([]types.SendMessageBatchRequestEntry, 0, len(bodies))
		for _, b := range bodies {
			entries = append(entries, types.SendMessageBatchRequestEntry{
				Id:                     aws.String("e"),
				MessageBody:            aws.String(b),
				MessageDeduplicationId: aws.String(uuid.NewString()), // want "IDV101: MessageDeduplicationId"
			})
		}
		_, err := c.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &queue, Entries: entries})
		return err
	})
}

func ec2Pointer(ctx context.Context, c *ec2.Client, size int32) error {
	return again.Do(3, func() error {
		_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
			Size:        &size,
			ClientToken: new(uuid.NewString()), // want "IDV101: ClientToken"
		})
		return err
	})
}

func ptr[T any](v T) *T { return &v }

func ec2Generic(ctx context.Context, c *ec2.Client, size int32) error {
	return again.Do(3, func() error {
		_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
			Size:        &size,
			ClientToken: ptr(uuid.NewString()), // want "IDV101: ClientToken"
		})
		return err
	})
}

func formValue(hc *http.Client, target string) error {
	return again.Do(3, func() error {
		form := url.Values{"amount": {"995"}}
		form.Set("idempotency_key", uuid.NewString()) // want "IDV101: idempotency_key"
		_, err := hc.Post(target, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
		return err
	})
}

func mapLiteral(post func(body map[string]any) error) error {
	return again.Do(3, func() error {
		return post(map[string]any{
			"amount":          995,
			"idempotency_key": uuid.NewString(), // want "IDV101: idempotency_key"
		})
	})
}

// queue has parameters with conventional names; dial is a function that has one.
type queue interface {
	Push(body []byte, dedupID string) error
	Reserve(n int, clientToken string) (int, error)
}

func named(q queue, body []byte) error {
	return again.Do(3, func() error {
		return q.Push(body, uuid.NewString()) // want "IDV101: dedupID"
	})
}

func namedToken(q queue) (int, error) {
	return again.Value(3, func() (int, error) {
		return q.Reserve(2, uuid.NewString()) // want "IDV101: clientToken"
	})
}

// message has a setter, as generated code has.
type message struct{ idempotencyKey string }

func (m *message) SetIdempotencyKey(v string) { m.idempotencyKey = v } // want "IDV101: idempotencyKey"

func setter(m *message, send func(*message) error) error {
	return again.Do(3, func() error {
		m.SetIdempotencyKey(uuid.NewString())
		return send(m)
	})
}
