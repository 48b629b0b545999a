// Package tickets enters museum tickets that a consumer reads. A unique index in the migrations keeps one from being
// entered twice, and the store tells its refusal.
package tickets

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// Ticket is one ticket.
type Ticket struct {
	Number string `json:"number"`
	Hall   string `json:"hall"`
}

// ErrKnown says that the ticket is entered.
var ErrKnown = errors.New("ticket is entered")

// Book keeps tickets.
type Book interface {
	Enter(ctx context.Context, t Ticket) error
}

// Desk enters tickets.
type Desk struct{ Book Book }

// Handle handles one message.
func (d *Desk) Handle(msg jetstream.Msg) {
	var t Ticket
	if err := json.Unmarshal(msg.Data(), &t); err != nil {
		_ = msg.Term()
		return
	}
	err := d.Book.Enter(context.Background(), t)
	if err != nil && !errors.Is(err, ErrKnown) {
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}
