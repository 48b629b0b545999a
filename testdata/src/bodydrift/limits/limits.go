// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"

	"example.com/cases/bodydrift/tags"
)

// newest takes the image that is the newest at this moment.
func newest(ctx context.Context, c *ec2.Client, node, owner string) error {
	found, err := c.DescribeImages(ctx, &ec2.DescribeImagesInput{Owners: []string{owner}})
	if err != nil || len(found.Images) == 0 {
		return err
	}
	_, err = c.RunInstances(ctx, &ec2.RunInstancesInput{
		ClientToken: &node,
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		ImageId:     found.Images[0].ImageId, // miss: IDV110 what a listing returns may be another thing next time
	})
	return err
}

type api interface {
	Open(ctx context.Context, body []byte, idempotencyKey string) error
}

// configured: the second attempt may run after a new version was rolled out.
func configured(ctx context.Context, a api, key string) error {
	raw, err := json.Marshal(map[string]string{"plan": os.Getenv("DEFAULT_PLAN")})
	if err != nil {
		return err
	}
	return a.Open(ctx, raw, key) // miss: IDV110 the environment counts as stable
}

// own encoding: the time is written by a method that only json calls.
type stamped struct{ Station string }

// MarshalJSON adds the time.
func (s stamped) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"station": s.Station, "at": time.Now()})
}

func marshaller(ctx context.Context, a api, key, station string) error {
	raw, err := json.Marshal(stamped{station})
	if err != nil {
		return err
	}
	return a.Open(ctx, raw, key) // miss: IDV110 methods that an encoder calls are not followed
}

type bill struct {
	IdempotencyKey string
	Table          int
	Printed        int64
}

// pay: a closure stamps the struct that was made outside.
func pay(table int, send func(bill) error) error {
	b := bill{IdempotencyKey: uuid.NewString(), Table: table}
	return retry.Do(func() error {
		b.Printed = time.Now().UnixMilli() // miss: IDV110 what a closure writes into a struct of the function around it is not compared with its key
		return send(b)
	}, retry.Attempts(3))
}

// volume: the tags of another package have the time in them.
func volume(ctx context.Context, c *ec2.Client, claim, owner string, gib int32) error {
	in := ec2.CreateVolumeInput{Size: &gib, AvailabilityZone: aws.String("eu-central-1c"), ClientToken: &claim}
	in.TagSpecifications = []types.TagSpecification{{ResourceType: types.ResourceTypeVolume, Tags: tags.Stamped(owner)}} // miss: IDV110 a list that a field gets after the request was made is not looked through
	_, err := c.CreateVolume(ctx, &in)
	return err
}

type order struct {
	ID    string
	Cents int64
}

// intent: the time is in the metadata.
func intent(ctx context.Context, o order) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Cents), Currency: stripe.String("chf")}
	params.Context = ctx
	params.SetIdempotencyKey("intent-" + o.ID)
	params.AddMetadata("order", o.ID)
	params.AddMetadata("sent_at", time.Now().Format(time.RFC3339)) // miss: IDV110 what a method of the SDK adds to the parameters is known only where it is described
	_, err := paymentintent.New(params)
	return err
}
