// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/composite/good/board"
	"example.com/cases/link/composite/good/hives"
	"example.com/cases/link/composite/good/inbox"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return inbox.Consume(cons, inbox.Many{&board.Board{}, &hives.Hives{DB: db}})
}
