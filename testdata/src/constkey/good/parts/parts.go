// Package parts composes keys of words and of something that names the work.
package parts

import (
	"context"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/go-resty/resty/v2"
	"github.com/resend/resend-go/v2"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/customer"

	"example.com/cases/constkey/names"
)

const version = 2

func formatted(ctx context.Context, c *ec2.Client, disk string, gib int32) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
		Size:             &gib,
		AvailabilityZone: aws.String("eu-west-1b"),
		ClientToken:      aws.String(fmt.Sprintf("%s-v%d-%s", names.Service, version, disk)),
	})
	return err
}

func namespaced(id, name string) (*stripe.Customer, error) {
	params := &stripe.CustomerParams{Name: &name}
	params.SetIdempotencyKey(names.In(id).String())
	return customer.New(params)
}

func hashed(ctx context.Context, c *resty.Client, member string) error {
	headers := map[string]string{
		"Accept":          "application/json",
		"Idempotency-Key": names.Hash(names.Service, "enroll", member),
	}
	_, err := c.R().SetContext(ctx).SetHeaders(headers).SetBody(map[string]string{"member": member}).Post("/members")
	return err
}

func chosen(ctx context.Context, c *resend.Client, member, to string, gold bool) error {
	kind := "standard"
	if gold {
		kind = "gold"
	}
	opts := &resend.SendEmailOptions{IdempotencyKey: strings.Join([]string{"welcome", kind, member}, "/")}
	_, err := c.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{To: []string{to}, Subject: "Welcome"}, opts)
	return err
}

type call struct {
	member         string
	idempotencyKey string
}

// Option of a call.
type Option func(*call)

// WithKey sets the key.
func WithKey(key string) Option { return func(c *call) { c.idempotencyKey = key } }

func redeem(member string, opts ...Option) call {
	c := call{member: member}
	for _, o := range opts {
		o(&c)
	}
	return c
}

func optioned(send func(call) error, member, voucher string) error {
	return send(redeem(member, WithKey("redeem/"+voucher)))
}

func to[T any](v T) *T { return &v }

type token string

func converted(ctx context.Context, c *ec2.Client, subnet string) error {
	in := new(ec2.CreateNatGatewayInput)
	in.SubnetId = to(subnet)
	in.ClientToken = to(string(token("nat-" + subnet)))
	_, err := c.CreateNatGateway(ctx, in)
	return err
}
