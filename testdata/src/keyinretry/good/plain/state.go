package plain

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"

	avast "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	k8sretry "k8s.io/client-go/util/retry"

	"example.com/cases/keyinretry/again"
)

type client struct {
	http  *http.Client
	key   string
	keyed bool
}

func (c *client) send() error {
	req, err := http.NewRequest(http.MethodPost, "https://psp.example/charges", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", c.key)
	_, err = c.http.Do(req)
	return err
}

// methodValue sets the field before the method is given away.
func methodValue(hc *http.Client) error {
	c := &client{http: hc, key: uuid.NewString()}
	return backoff.Retry(c.send, backoff.NewExponentialBackOff())
}

// configured sends one key or none.
func (c *client) configured(req *http.Request) error {
	if c.keyed {
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	for {
		if _, err := c.http.Do(req); err == nil {
			return nil
		}
	}
}

type order struct {
	ID             string
	IdempotencyKey string
}

func structField(post func(order) error) error {
	o := order{ID: "7", IdempotencyKey: uuid.NewString()}
	var err error
	for range 3 {
		if err = post(o); err == nil {
			return nil
		}
	}
	return err
}

func mapEntry(call func(map[string]any) error) error {
	params := map[string]any{"Size": 3}
	params["ClientToken"] = uuid.NewString()
	return again.Do(3, func() error { return call(params) })
}

func headerIndex(c *http.Client, req *http.Request) error {
	req.Header["Idempotency-Key"] = []string{uuid.NewString()}
	return again.Do(3, func() error {
		_, err := c.Do(req)
		return err
	})
}

type gateway interface {
	pay(ctx context.Context, key string) error
}

type cardGateway struct{ p provider }

func (g *cardGateway) pay(ctx context.Context, key string) error { return g.p.Charge(ctx, 500, key) }

func throughInterface(ctx context.Context, g gateway) error {
	key := uuid.NewString()
	return again.Do(3, func() error { return g.pay(ctx, key) })
}

func newGateway(p provider) gateway { return &cardGateway{p} }

func sqsDedup(ctx context.Context, c *sqs.Client, body string) error {
	id := ulid.Make().String()
	return avast.Do(func() error {
		_, err := c.SendMessage(ctx, &sqs.SendMessageInput{
			MessageBody:            aws.String(body),
			MessageDeduplicationId: aws.String(id),
		})
		return err
	})
}

func ec2Token(ctx context.Context, c *ec2.Client, in *ec2.RunInstancesInput) error {
	in.ClientToken = aws.String(xid.New().String())
	return again.Do(5, func() error {
		_, err := c.RunInstances(ctx, in)
		return err
	})
}

func dynamoToken(ctx context.Context, c *dynamodb.Client) error {
	token := ksuid.New().String()
	_, err := backoff5.Retry(ctx, func() (*dynamodb.TransactWriteItemsOutput, error) {
		return c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{ClientRequestToken: &token})
	})
	return err
}

func kubernetes(ctx context.Context, p provider) error {
	key := randomHex()
	return k8sretry.OnError(k8sretry.DefaultBackoff, isRetryable, func() error {
		return p.Charge(ctx, 500, key)
	})
}

func randomHex() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}
