// Package app wires the program.
package app

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/tworegistries/bad/crew"
	"example.com/cases/link/tworegistries/bad/mail"
	"example.com/cases/link/tworegistries/bad/queue"
	"example.com/cases/link/tworegistries/bad/shell"
	"example.com/cases/link/tworegistries/bad/verbs"
)

// Queue runs the queue.
func Queue(ctx context.Context, db *sql.DB, msgs <-chan amqp.Delivery) error {
	reg := verbs.New()
	reg.Register("parcel", (&mail.Mail{DB: db}).Count)
	return queue.Run(ctx, msgs, reg)
}

// Shell runs one verb of the crew.
func Shell(ctx context.Context, db *sql.DB, verb, word string) error {
	reg := verbs.New()
	reg.Register("trip", (&crew.Crew{DB: db}).Trip)
	return shell.Do(ctx, reg, verb, word)
}
