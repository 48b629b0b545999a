// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/migrations/bad/rows"
	"example.com/cases/link/migrations/bad/tickets"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	d := &tickets.Desk{Book: &rows.Rows{DB: db}}
	return cons.Consume(d.Handle)
}
