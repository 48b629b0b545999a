// Package post sends cards. It knows nothing about who calls it.
package post

import (
	"context"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

// Office sends cards.
type Office struct{ js jetstream.JetStream }

// New returns an office.
func New(js jetstream.JetStream) *Office { return &Office{js: js} }

// Send sends a card under a number of its own.
func (o *Office) Send(ctx context.Context, text []byte) error {
	return o.SendAs(ctx, Number(), text)
}

// SendAs sends a card under a number.
func (o *Office) SendAs(ctx context.Context, number string, text []byte) error {
	_, err := o.js.Publish(ctx, "cards", text, jetstream.WithMsgID(number))
	return err
}

// Number draws a number.
func Number() string { return "card-" + uuid.NewString() }
