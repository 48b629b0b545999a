// Package gate opens senders, so that its importers use package wire without importing it.
package gate

import (
	"net/http"

	"example.com/cases/parity/wire"
)

// Gate has a sender.
type Gate struct{ *wire.Sender }

// Open makes one.
func Open(url string) *Gate { return &Gate{&wire.Sender{Client: http.DefaultClient, URL: url}} }

// Sender hands it out.
func (g *Gate) Out() *wire.Sender { return g.Sender }
