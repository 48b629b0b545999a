// Package app wires the consumer.
package app

import (
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/twoobjects/good/stacks"
	"example.com/cases/link/twoobjects/good/stream"
	"example.com/cases/link/twoobjects/good/verbs"
)

// Start starts the consumer.
func Start(db *sql.DB, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return stream.Start(cons, verbs.Of("turf.stacked", (&stacks.Stacks{DB: db}).Stack))
}
