// Package app wires the program.
package app

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/rejectamqp/bad/eggs"
	"example.com/cases/link/rejectamqp/bad/post"
)

// Run runs the consumer of eggs.
func Run(ctx context.Context, db *pgxpool.Pool, msgs <-chan amqp.Delivery) error {
	return post.Run(ctx, msgs, &eggs.Eggs{DB: db})
}
