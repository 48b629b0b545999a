// Package dispatch gives messages to the handler of their subject. The handlers are the values of a map.
package dispatch

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// Dispatcher knows the handlers.
type Dispatcher struct{ handlers map[string]Handler }

// New makes a dispatcher.
func New(handlers map[string]Handler) *Dispatcher { return &Dispatcher{handlers: handlers} }

// Start consumes.
func (d *Dispatcher) Start(cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cons.Consume(d.one)
}

func (d *Dispatcher) one(msg jetstream.Msg) {
	h, ok := d.handlers[msg.Subject()]
	if !ok {
		_ = msg.Term()
		return
	}
	if err := h.Handle(context.Background(), msg.Headers().Get("Nats-Msg-Id"), msg.Data()); err != nil {
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}
