// Package app wires the program.
package app

import (
	"context"

	"cloud.google.com/go/pubsub/v2"

	"example.com/cases/link/anybus/bad/bus"
	"example.com/cases/link/anybus/bad/letters"
)

// Run runs the bus.
func Run(ctx context.Context, sub *pubsub.Subscriber) error {
	b := bus.New()
	if err := b.Subscribe("members", (&letters.Letters{Relay: "relay.example.com:25"}).Welcome); err != nil {
		return err
	}
	return b.Run(ctx, "members", sub)
}
