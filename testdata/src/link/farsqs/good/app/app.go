// Package app wires the program.
package app

import (
	"context"
	"database/sql"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"example.com/cases/link/farsqs/good/hay"
	"example.com/cases/link/farsqs/good/poll"
)

// Run feeds.
func Run(ctx context.Context, client *sqs.Client, db *sql.DB) error {
	l := &poll.Loop{Client: client, Queue: "https://queues.example.com/hay", Handler: &hay.Feeder{DB: db}}
	return l.Run(ctx)
}
