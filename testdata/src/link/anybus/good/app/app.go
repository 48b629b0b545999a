// Package app wires the program.
package app

import (
	"context"

	"cloud.google.com/go/pubsub/v2"
	"github.com/resend/resend-go/v2"

	"example.com/cases/link/anybus/good/bus"
	"example.com/cases/link/anybus/good/letters"
)

// Run runs the bus.
func Run(ctx context.Context, sub *pubsub.Subscriber, mails *resend.Client) error {
	b := bus.New()
	if err := b.Subscribe("members", (&letters.Letters{Client: mails}).Welcome); err != nil {
		return err
	}
	return b.Run(ctx, "members", sub)
}
