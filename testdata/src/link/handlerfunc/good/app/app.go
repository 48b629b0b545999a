// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/handlerfunc/good/births"
	"example.com/cases/link/handlerfunc/good/inbox"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return inbox.Consume(cons, inbox.Chain(inbox.Func((&births.Births{DB: db}).Count), inbox.Logged))
}
