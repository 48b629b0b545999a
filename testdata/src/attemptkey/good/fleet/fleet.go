// Package fleet starts machines and containers under tokens that say what they are for.
package fleet

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	ddbtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
)

type node struct {
	Name  string
	Image string
	// Generation goes up when an operator replaces the node.
	Generation int
}

// grow counts its attempts for the log and the pause.
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
	slog.InfoContext(ctx, "launch", "node", n.Name, "attempt", attempt, "pid", os.Getpid())
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ImageId:     aws.String(n.Image),
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		ClientToken: aws.String(fmt.Sprintf("%s-gen%d", n.Name, n.Generation)),
	})
	return err
}

// attach numbers the disks of a node: the loop goes over new work.
func attach(ctx context.Context, n node, disks int, call func(ctx context.Context, device, clientToken string) error) error {
	for d := range disks {
		device := "/dev/xvd" + string(rune('f'+d))
		if err := call(ctx, device, n.Name+"#"+strconv.Itoa(d)); err != nil {
			return err
		}
	}
	return nil
}

// Scheduler starts containers. It knows on which machine it runs.
type Scheduler struct {
	ecs  *ecs.Client
	host string
}

// New returns a scheduler that writes the name of the machine into its log.
func New(c *ecs.Client) (*Scheduler, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return &Scheduler{ecs: c, host: host}, nil
}

// Start runs a job under a token that each machine computes alike.
func (s *Scheduler) Start(ctx context.Context, job, definition string) error {
	slog.InfoContext(ctx, "start", "job", job, "host", s.host)
	_, err := s.ecs.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    aws.String("job/" + job),
	})
	return err
}

var started atomic.Int64

// counted for the statistics, not for the token.
func counted(ctx context.Context, c *ec2.Client, disk string, gib int32) error {
	in := ec2.CreateVolumeInput{Size: &gib, AvailabilityZone: aws.String("eu-north-1a")}
	in.ClientToken = aws.String("vol:" + disk)
	_, err := c.CreateVolume(ctx, &in)
	if err == nil {
		slog.InfoContext(ctx, "volume", "disk", disk, "number", started.Add(1))
	}
	return err
}

// regional: the region is the subnet's own, not the one of the process.
func regional(ctx context.Context, c *ec2.Client, subnet, region string) error {
	token := subnet + "." + region
	_, err := c.CreateNatGateway(ctx, &ec2.CreateNatGatewayInput{
		SubnetId:    &subnet,
		ClientToken: &token,
	})
	return err
}

func move(c *dynamodb.Client) func(ctx context.Context, transfer string, writes []ddbtypes.TransactWriteItem) error {
	token := func(transfer string) *string {
		t := "move/" + transfer
		return &t
	}
	return func(ctx context.Context, transfer string, writes []ddbtypes.TransactWriteItem) error {
		_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
			TransactItems:      writes,
			ClientRequestToken: token(transfer),
		})
		return err
	}
}
