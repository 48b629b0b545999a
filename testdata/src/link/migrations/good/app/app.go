// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/migrations/good/rows"
	"example.com/cases/link/migrations/good/tickets"
)

// Tickets starts the consumer of tickets.
func Tickets(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	d := &tickets.Desk{Book: &rows.Rows{DB: db}}
	return cons.Consume(d.Handle)
}
