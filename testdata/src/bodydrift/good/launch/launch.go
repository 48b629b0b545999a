// Package launch makes the secret with the job and stores it there. Each repeat of the request is the same, byte for byte.
package launch

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
)

// Job needs a machine of its own.
type Job struct {
	ID    string
	Image string
	// JoinSecret lets the machine join the cluster.
	JoinSecret string
}

func script(secret string) string { return "#!/bin/sh\njoin --secret " + secret + "\n" }

// Launch starts the machine of a job. It is called again until the job has a machine.
func Launch(ctx context.Context, c *ec2.Client, job Job) (string, error) {
	// docs:begin bodydrift-good
	out, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ClientToken: aws.String(job.ID),
		ImageId:     aws.String(job.Image),
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		UserData:    aws.String(script(job.JoinSecret)),
	})
	// docs:end bodydrift-good
	if err != nil {
		return "", fmt.Errorf("launch %s: %w", job.ID, err)
	}
	return aws.ToString(out.Instances[0].InstanceId), nil
}
