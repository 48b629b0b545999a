// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/rejectforgood/bad/eggs"
	"example.com/cases/link/rejectforgood/bad/post"
)

// Start starts the consumer of eggs.
func Start(db *pgxpool.Pool, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return post.Start(cons, &eggs.Eggs{DB: db})
}
