// Package sdk repeats calls under a token that was there before the first of them.
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

func launch(ctx context.Context, cloud *ec2.Client, image, deployment string) (id string, err error) {
	err = wait.PollUntilContextTimeout(ctx, 10*time.Second, 5*time.Minute, true, func(ctx context.Context) (bool, error) {
		out, err := cloud.RunInstances(ctx, &ec2.RunInstancesInput{
			ClientToken:  aws.String("deploy-" + deployment),
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

func disks(ctx context.Context, cloud *ec2.Client, zone, name string) error {
	for i := 0; i < 3; i++ {
		if err := disk(ctx, cloud, zone, name, 20); err == nil {
			return nil
		}
	}
	return errors.New("no disk")
}

func disk(ctx context.Context, cloud *ec2.Client, zone, name string, gib int32) error {
	in := &ec2.CreateVolumeInput{AvailabilityZone: &zone}
	in.Size = &gib
	in.ClientToken = &name
	_, err := cloud.CreateVolume(ctx, in)
	return err
}

// single leaves the token to the SDK and makes one call: the SDK's own attempts share it.
func single(ctx context.Context, cloud *ec2.Client, zone string) error {
	_, err := cloud.CreateVolume(ctx, &ec2.CreateVolumeInput{AvailabilityZone: &zone, Size: aws.Int32(8)})
	return err
}

// described polls with calls that read, after the one that makes.
func described(ctx context.Context, cloud *ec2.Client, zone string) error {
	made, err := cloud.CreateVolume(ctx, &ec2.CreateVolumeInput{AvailabilityZone: &zone, Size: aws.Int32(8)})
	if err != nil {
		return err
	}
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		out, err := cloud.DescribeVolumes(ctx, &ec2.DescribeVolumesInput{VolumeIds: []string{*made.VolumeId}})
		if err != nil {
			return false, nil
		}
		return out.Volumes[0].State == types.VolumeStateAvailable, nil
	})
}

func subscriber(ctx context.Context, sc *stripe.Client, member, name string) (*stripe.Customer, error) {
	params := &stripe.CustomerCreateParams{Name: stripe.String(name)}
	params.SetIdempotencyKey("member:" + member)
	return retry.DoWithData(func() (*stripe.Customer, error) {
		return sc.V1Customers.Create(ctx, params)
	}, retry.Attempts(4), retry.Delay(2*time.Second))
}
