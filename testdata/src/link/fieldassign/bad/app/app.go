// Package app wires the program.
package app

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/redis/go-redis/v9"

	"example.com/cases/link/fieldassign/bad/counts"
	"example.com/cases/link/fieldassign/bad/visits"
)

// Run counts visitors.
func Run(ctx context.Context, client *sqs.Client, rdb *redis.Client) error {
	c := visits.NewCounter(client, "https://queues.example.com/museum")
	c.Tally = &counts.Redis{Client: rdb}
	return c.Run(ctx)
}
