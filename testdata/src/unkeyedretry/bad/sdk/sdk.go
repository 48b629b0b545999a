// Package sdk repeats calls whose optional token was left out. The SDK puts a token of its own into each call: that
// covers what the SDK repeats by itself, and not what is repeated here.
package sdk

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
	"github.com/stripe/stripe-go/v84"
	"k8s.io/apimachinery/pkg/util/wait"
)

// launch waits for capacity.
func launch(ctx context.Context, cloud *ec2.Client, image string) (id string, err error) {
	err = wait.PollUntilContextTimeout(ctx, 10*time.Second, 5*time.Minute, true, func(ctx context.Context) (bool, error) {
		out, err := cloud.RunInstances(ctx, &ec2.RunInstancesInput{ // want "IDV106: "
			ImageId:      aws.String(image),
			InstanceType: types.InstanceTypeT3Small,
			MinCount:     aws.Int32(1),
			MaxCount:     aws.Int32(1),
		})
		if err != nil {
			return false, nil
		}
		id = aws.ToString(out.Instances[0].InstanceId)
		return true, nil
	})
	return id, err
}

// disks has the call in a helper and the loop around it.
func disks(ctx context.Context, cloud *ec2.Client, zone string) error {
	for i := 0; i < 3; i++ {
		if err := disk(ctx, cloud, zone, 20); err == nil {
			return nil
		}
	}
	return errors.New("no disk")
}

func disk(ctx context.Context, cloud *ec2.Client, zone string, gib int32) error {
	in := &ec2.CreateVolumeInput{AvailabilityZone: &zone}
	in.Size = &gib
	_, err := cloud.CreateVolume(ctx, in) // want "IDV106: "
	return err
}

// subscriber creates customers at Stripe.
func subscriber(ctx context.Context, sc *stripe.Client, name string) (*stripe.Customer, error) {
	params := &stripe.CustomerCreateParams{Name: stripe.String(name)}
	return retry.DoWithData(func() (*stripe.Customer, error) {
		return sc.V1Customers.Create(ctx, params) // want "IDV106: "
	}, retry.Attempts(4), retry.Delay(2*time.Second))
}
