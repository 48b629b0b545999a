// Package app wires the program.
package app

import (
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/link/options/good/rabbit"
	"example.com/cases/link/options/good/relay"
)

// Relay builds the relay.
func Relay(db *sql.DB, ch *amqp.Channel) *relay.Relay {
	return relay.New(db, relay.WithSender(&rabbit.Exchange{Channel: ch}))
}
