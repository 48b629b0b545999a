// Package failover goes from one alternative to the next.
package failover

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
)

// cheapest tries one type of machine after the other, all under one token.
func cheapest(ctx context.Context, c *ec2.Client, node, image string, kinds []types.InstanceType) (err error) {
	for _, kind := range kinds {
		_, err = c.RunInstances(ctx, &ec2.RunInstancesInput{
			ClientToken:  &node,
			ImageId:      &image,
			MinCount:     aws.Int32(1),
			MaxCount:     aws.Int32(1),
			InstanceType: kind, // want "IDV110: InstanceType.*ClientToken"
		})
		if err == nil {
			return nil
		}
	}
	return err
}
