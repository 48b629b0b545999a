// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/twoloops/good/inbox"
	"example.com/cases/link/twoloops/good/plums"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return inbox.Consume(cons, &plums.Plums{DB: db})
}
