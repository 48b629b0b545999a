// Package app wires the program.
package app

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/funcarg/good/post"
	"example.com/cases/link/funcarg/good/run"
)

// Run consumes a queue.
func Run(ctx context.Context, db *sql.DB, ch *amqp.Channel) error {
	msgs, err := ch.ConsumeWithContext(ctx, "parcels", "post", false, false, false, false, nil)
	if err != nil {
		return err
	}
	return run.All(ctx, msgs, &post.Post{DB: db})
}
