// Package parts composes keys, but of parts that never change.
package parts

import (
	"context"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/resend/resend-go/v2"

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
