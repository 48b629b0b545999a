// Package capacity asks for capacity under tokens that stay, with parameters that stay, too.
package capacity

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
	"github.com/aws/aws-sdk-go-v2/service/ecs"

	"example.com/cases/bodydrift/tags"
)

type runner struct {
	ecs  *ecs.Client
	host string
}

func newRunner(c *ecs.Client) (*runner, error) {
	host, err := os.Hostname()
	return &runner{ecs: c, host: host}, err
}

// step: the host is for the log.
func (r *runner) step(ctx context.Context, token, pipeline, definition string) error {
	slog.InfoContext(ctx, "step", "host", r.host, "at", time.Now())
	_, err := r.ecs.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    &token,
		StartedBy:      aws.String("pipeline/" + pipeline),
	})
	return err
}

func volume(ctx context.Context, c *ec2.Client, claim, owner string, gib int32) error {
	in := ec2.CreateVolumeInput{Size: &gib, AvailabilityZone: aws.String("eu-central-1c"), ClientToken: &claim}
	in.TagSpecifications = []types.TagSpecification{{ResourceType: types.ResourceTypeVolume, Tags: tags.Of(owner)}}
	_, err := c.CreateVolume(ctx, &in)
	return err
}

func exports(env map[string]string) *string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(env)) {
		fmt.Fprintf(&b, "export %s=%q\n", k, env[k])
	}
	return aws.String(base64.StdEncoding.EncodeToString([]byte(b.String())))
}

func worker(ctx context.Context, c *ec2.Client, name, image string, env map[string]string) error {
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ImageId:     &image,
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		UserData:    exports(env),
		ClientToken: aws.String("worker/" + name),
	})
	return err
}

// reserve writes the time at which the guest asked.
func reserve(ctx context.Context, c *dynamodb.Client, table, room, requestID string, asked time.Time) error {
	items := []ddbtypes.TransactWriteItem{{Put: &ddbtypes.Put{
		TableName:           &table,
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
		Item: map[string]ddbtypes.AttributeValue{
			"pk":      &ddbtypes.AttributeValueMemberS{Value: room},
			"updated": &ddbtypes.AttributeValueMemberS{Value: asked.UTC().Format(time.RFC3339Nano)},
		},
	}}}
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: &requestID,
		TransactItems:      items,
	})
	return err
}
