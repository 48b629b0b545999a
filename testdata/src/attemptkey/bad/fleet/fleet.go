// Package fleet starts machines and containers under tokens that say who asks, and when, instead of what for.
package fleet

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/segmentio/ksuid"
)

type node struct {
	Name  string
	Image string
}

// grow counts its attempts, and each has its own token.
func grow(ctx context.Context, c *ec2.Client, n node) error {
	var err error
	for attempt := 1; attempt <= 4; attempt++ {
		if err = launch(ctx, c, n, attempt); err == nil {
			return nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return fmt.Errorf("launch %s: %w", n.Name, err)
}

func launch(ctx context.Context, c *ec2.Client, n node, attempt int) error {
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ImageId:     aws.String(n.Image),
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		ClientToken: aws.String(fmt.Sprintf("%s-try%d", n.Name, attempt)), // want "IDV102: ClientToken.*attempt"
	})
	return err
}

// attach numbers the turns of its loop, whatever the variable is called.
func attach(ctx context.Context, volume string, call func(ctx context.Context, volume, clientToken string) error) (err error) {
	for n := range 3 {
		if err = call(ctx, volume, volume+"#"+strconv.Itoa(n)); err == nil { // want "IDV102: (?i)clientToken.*attempt"
			return nil
		}
	}
	return err
}

// Scheduler starts containers. It knows on which machine it runs.
type Scheduler struct {
	ecs  *ecs.Client
	host string
}

// New returns a scheduler that signs its requests with the name of the machine.
func New(c *ecs.Client) (*Scheduler, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return &Scheduler{ecs: c, host: host}, nil
}

// Start runs a job. After a failover, another machine asks for the same job under another token.
func (s *Scheduler) Start(ctx context.Context, job, definition string) error {
	_, err := s.ecs.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    aws.String(s.host + "/" + job), // want "IDV102: ClientToken.*[Hh]ost"
	})
	return err
}

var serial atomic.Int64

// numbered by the process: after a restart the same volume gets another number.
func numbered(ctx context.Context, c *ec2.Client, disk string, gib int32) error {
	in := ec2.CreateVolumeInput{Size: &gib, AvailabilityZone: aws.String("eu-north-1a")}
	in.ClientToken = aws.String(fmt.Sprintf("vol:%s:%d", disk, serial.Add(1))) // want "IDV102: ClientToken"
	_, err := c.CreateVolume(ctx, &in)
	return err
}

// regional: the standby region does not find what this one has done.
func regional(ctx context.Context, c *ec2.Client, subnet string) error {
	token := subnet + "." + os.Getenv("AWS_REGION")
	_, err := c.CreateNatGateway(ctx, &ec2.CreateNatGatewayInput{
		SubnetId:    &subnet,
		ClientToken: &token, // want "IDV102: ClientToken.*(AWS_REGION|os.Getenv)"
	})
	return err
}

// move of stock between two shelves; the token is made by a closure that outlives the call.
func move(c *dynamodb.Client) func(ctx context.Context, transfer string, writes []ddbtypes.TransactWriteItem) error {
	token := func(transfer string) *string {
		t := transfer + "/" + ksuid.New().String()[:6]
		return &t
	}
	return func(ctx context.Context, transfer string, writes []ddbtypes.TransactWriteItem) error {
		_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
			TransactItems:      writes,
			ClientRequestToken: token(transfer), // want "IDV102: ClientRequestToken.*ksuid.New"
		})
		return err
	}
}
