// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/migrations/bad/coats"
	"example.com/cases/link/migrations/bad/rows"
	"example.com/cases/link/migrations/bad/tickets"
)

// Tickets starts the consumer of tickets.
func Tickets(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	d := &tickets.Desk{Book: &rows.Rows{DB: db}}
	return cons.Consume(d.Handle)
}

// Coats starts the consumer of coats.
func Coats(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	c := &coats.Cloakroom{Rails: &rows.Rail{DB: db}}
	return cons.Consume(c.Handle)
}
