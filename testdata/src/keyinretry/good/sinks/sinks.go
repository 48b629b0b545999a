// Package sinks gives each kind of place a key that was there before the first attempt, and looks like one in places that
// are none.
package sinks

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"

	"example.com/cases/keyinretry/again"
)

func header(hc *http.Client, target *url.URL) error {
	key := uuid.NewString()
	return again.Do(3, func() error {
		req := &http.Request{Method: http.MethodPost, URL: target, Header: http.Header{"Idempotency-Key": {key}}}
		_, err := hc.Do(req)
		return err
	})
}

func restyHeaders(c *resty.Client) error {
	headers := map[string]string{"Accept": "application/json", "Idempotency-Key": uuid.NewString()}
	return again.Do(3, func() error {
		_, err := c.R().SetHeaders(headers).Post("/fares")
		return err
	})
}

func grpcAppend(ctx context.Context, call func(context.Context) error) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return again.Do(3, func() error { return call(ctx) })
}

// grpcTrace adds to the key of the call an id of the attempt.
func grpcTrace(ctx context.Context, key string, call func(context.Context) error) error {
	return again.Do(3, func() error {
		md := metadata.Pairs("idempotency-key", key, "x-trace-id", uuid.NewString())
		return call(metadata.NewOutgoingContext(ctx, md))
	})
}

// sqsBatch fills the batch before the first attempt. Entry ids only count within one batch.
func sqsBatch(ctx context.Context, c *sqs.Client, queue string, bodies map[string]string) error {
	entries := make([]types.SendMessageBatchRequestEntry, 0, len(bodies))
	for id, b := range bodies {
		entries = append(entries, types.SendMessageBatchRequestEntry{
			Id:                     aws.String("e" + strings.ReplaceAll(uuid.NewString(), "-", "")),
			MessageBody:            aws.String(b),
			MessageGroupId:         aws.String("fares"),
			MessageDeduplicationId: aws.String(id),
		})
	}
	return again.Do(3, func() error {
		_, err := c.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &queue, Entries: entries})
		return err
	})
}

func ec2Token(ctx context.Context, c *ec2.Client, size int32) error {
	in := &ec2.CreateVolumeInput{Size: &size, ClientToken: new(uuid.NewString())}
	return again.Do(3, func() error {
		_, err := c.CreateVolume(ctx, in)
		return err
	})
}

func formValue(hc *http.Client, target string) error {
	form := url.Values{"amount": {"995"}, "idempotency_key": {uuid.NewString()}}
	return again.Do(3, func() error {
		_, err := hc.Post(target, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
		return err
	})
}

type queue interface {
	Push(body []byte, dedupID string) error
	Peek(traceID string, since time.Time) ([]byte, error)
}

func named(q queue, body []byte) error {
	id := uuid.NewString()
	return again.Do(3, func() error { return q.Push(body, id) })
}

// traced asks, under a new trace id in each attempt, for what came after a new point in time.
func traced(q queue) ([]byte, error) {
	return again.Value(3, func() ([]byte, error) { return q.Peek(uuid.NewString(), time.Now()) })
}

type message struct{ idempotencyKey string }

func (m *message) SetIdempotencyKey(v string) { m.idempotencyKey = v }

func setter(m *message, send func(*message) error) error {
	m.SetIdempotencyKey(uuid.NewString())
	return again.Do(3, func() error { return send(m) })
}
