// Package app wires the program.
package app

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/registry/bad/jobs"
	"example.com/cases/link/registry/bad/posters"
)

// Run works.
func Run(ctx context.Context, ch *amqp.Channel) error {
	w := jobs.NewWorker()
	w.Register("poster.print", (&posters.Press{Root: "https://press.example.com"}).Print)
	return w.Run(ctx, ch)
}
