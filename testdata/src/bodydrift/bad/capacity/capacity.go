// Package capacity asks for capacity under tokens that stay, with parameters that do not.
package capacity

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/google/uuid"
)

// runner starts the tasks of a pipeline.
type runner struct {
	ecs  *ecs.Client
	host string
}

func newRunner(c *ecs.Client) (*runner, error) {
	host, err := os.Hostname()
	return &runner{ecs: c, host: host}, err
}

// step: the machine that repeats the request is another one.
func (r *runner) step(ctx context.Context, token, definition string) error {
	_, err := r.ecs.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    &token,
		StartedBy:      aws.String("runner@" + r.host), // want "IDV110: StartedBy.*ClientToken"
	})
	return err
}

// cook tells the service which attempt it is.
func cook(ctx context.Context, c *ecs.Client, definition string) (err error) {
	token := uuid.NewString()
	for attempt := range 5 {
		in := &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: &token}
		in.StartedBy = aws.String(fmt.Sprintf("kitchen-%d", attempt)) // want "IDV110: StartedBy.*attempt.*ClientToken"
		if _, err = c.RunTask(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func exports(env map[string]string) *string {
	var b strings.Builder
	for k, v := range env {
		fmt.Fprintf(&b, "export %s=%q\n", k, v)
	}
	return aws.String(base64.StdEncoding.EncodeToString([]byte(b.String())))
}

// worker: the lines of the script come in another order each time.
func worker(ctx context.Context, c *ec2.Client, name, image string, env map[string]string) error {
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ImageId:     &image,
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		UserData:    exports(env), // want "IDV110: UserData.*ClientToken"
		ClientToken: aws.String("worker/" + name),
	})
	return err
}

// reserve writes the time of the call into the rows; the table compares them with those of the first call.
func reserve(ctx context.Context, c *dynamodb.Client, table, room, requestID string) error {
	now := time.Now().UTC().Format(time.RFC3339Nano)
	items := []ddbtypes.TransactWriteItem{{Put: &ddbtypes.Put{
		TableName:           &table,
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
		Item: map[string]ddbtypes.AttributeValue{
			"pk":      &ddbtypes.AttributeValueMemberS{Value: room},
			"updated": &ddbtypes.AttributeValueMemberS{Value: now},
		},
	}}}
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: &requestID,
		TransactItems:      items, // want "IDV110: TransactItems.*ClientRequestToken"
	})
	return err
}
