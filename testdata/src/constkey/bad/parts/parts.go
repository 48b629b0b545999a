// Package parts composes keys, but of parts that never change.
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

// formatted of constants alone.
func formatted(ctx context.Context, c *ec2.Client, gib int32) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
		Size:             &gib,
		AvailabilityZone: aws.String("eu-west-1b"),
		ClientToken:      aws.String(fmt.Sprintf("%s-v%d", names.Service, version)), // want "IDV104: ClientToken"
	})
	return err
}

// namespaced: what should name the thing in the namespace is missing.
func namespaced(name, mail string) (*stripe.Customer, error) {
	params := &stripe.CustomerParams{Name: &name, Email: &mail}
	params.SetIdempotencyKey(names.Namespace().String()) // want "IDV104: .*IdempotencyKey"
	return customer.New(params)
}

// hashed words are still the same words.
func hashed(ctx context.Context, c *resty.Client, member string) error {
	headers := map[string]string{
		"Accept":          "application/json",
		"Idempotency-Key": names.Hash(names.Service, "enroll"), // want "IDV104: Idempotency-Key"
	}
	_, err := c.R().SetContext(ctx).SetHeaders(headers).SetBody(map[string]string{"member": member}).Post("/members")
	return err
}

// chosen from a few words.
func chosen(ctx context.Context, c *resend.Client, to string, gold bool) error {
	kind := "standard"
	if gold {
		kind = "gold"
	}
	opts := &resend.SendEmailOptions{IdempotencyKey: strings.Join([]string{"welcome", kind}, "/")} // want "IDV104: IdempotencyKey"
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

// optioned: the key of everybody comes through an option.
func optioned(send func(call) error, member string) error {
	return send(redeem(member, WithKey("redeem"))) // want "IDV104: (?i).*key"
}

func to[T any](v T) *T { return &v }

type token string

const defaultToken token = "default"

// converted: a constant of a named type, behind a generic function.
func converted(ctx context.Context, c *ec2.Client, subnet string) error {
	in := new(ec2.CreateNatGatewayInput)
	in.SubnetId = to(subnet)
	in.ClientToken = to(string(defaultToken)) // want "IDV104: ClientToken"
	_, err := c.CreateNatGateway(ctx, in)
	return err
}
