package bad

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	backoff5 "github.com/cenkalti/backoff/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	tfretry "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	goretry "github.com/sethvargo/go-retry"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"k8s.io/apimachinery/pkg/util/wait"
	k8sretry "k8s.io/client-go/util/retry"
)

func sqsDedup(ctx context.Context, c *sqs.Client, body string) error {
	return avast.Do(func() error {
		_, err := c.SendMessage(ctx, &sqs.SendMessageInput{
			MessageBody:            aws.String(body),
			MessageDeduplicationId: aws.String(gofrs.Must(gofrs.NewV4()).String()), // want "IDV101: MessageDeduplicationId"
		})
		return err
	})
}

func ec2Token(ctx context.Context, c *ec2.Client, in *ec2.RunInstancesInput) error {
	return goretry.Do(ctx, goretry.NewFibonacci(time.Second), func(ctx context.Context) error {
		in.ClientToken = aws.String(xid.New().String()) // want "IDV101: ClientToken"
		_, err := c.RunInstances(ctx, in)
		return goretry.RetryableError(err)
	})
}

func dynamoToken(ctx context.Context, c *dynamodb.Client) error {
	_, err := backoff5.Retry(ctx, func() (*dynamodb.TransactWriteItemsOutput, error) {
		return c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
			ClientRequestToken: aws.String(ulid.Make().String()), // want "IDV101: ClientRequestToken"
		})
	})
	return err
}

func stripeKey(amount int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount)}
	return avast.Do(func() error {
		params.SetIdempotencyKey(ksuid.New().String()) // want "IDV101: IdempotencyKey"
		_, err := paymentintent.New(params)
		return err
	})
}

func stripeField(amount int64) error {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount)}
		params.IdempotencyKey = stripe.String(stripe.NewIdempotencyKey()) // want "IDV101: IdempotencyKey"
		if _, err := paymentintent.New(params); err == nil {
			return nil
		}
	}
	return errGaveUp
}

func kubernetesPoll(ctx context.Context, p provider) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := p.Charge(ctx, 500, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
			return false, nil
		}
		return true, nil
	})
}

func kubernetesOnError(ctx context.Context, p provider) error {
	return k8sretry.OnError(k8sretry.DefaultBackoff, isRetryable, func() error {
		return p.Charge(ctx, 500, fmt.Sprintf("pay-%d", time.Now().UnixNano())) // want "IDV101: idempotencyKey"
	})
}

func terraform(ctx context.Context, p provider) error {
	return tfretry.RetryContext(ctx, time.Minute, func() *tfretry.RetryError {
		if err := p.Charge(ctx, 500, randomHex()); err != nil { // want "IDV101: idempotencyKey"
			return tfretry.RetryableError(err)
		}
		return nil
	})
}

func randomHex() string {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		panic(err)
	}
	return hex.EncodeToString(b)
}
