// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/composite/bad/board"
	"example.com/cases/link/composite/bad/hives"
	"example.com/cases/link/composite/bad/inbox"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return inbox.Consume(cons, inbox.Many{&board.Board{}, &hives.Hives{DB: db}})
}
