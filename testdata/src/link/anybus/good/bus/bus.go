// Package bus hands events out. A handler is anything; a type switch says what it can be.
package bus

import (
	"context"
	"fmt"

	"cloud.google.com/go/pubsub/v2"
)

// Func is the simplest handler.
type Func func(ctx context.Context, id string, data []byte) error

// Handler is a handler with a method.
type Handler interface {
	Handle(ctx context.Context, id string, data []byte) error
}

// Bus knows who wants what.
type Bus struct{ subs map[string][]Func }

// New makes a bus.
func New() *Bus { return &Bus{subs: map[string][]Func{}} }

// Subscribe adds a handler: a function or a Handler.
func (b *Bus) Subscribe(topic string, handler any) error {
	switch h := handler.(type) {
	case func(ctx context.Context, id string, data []byte) error:
		b.subs[topic] = append(b.subs[topic], h)
	case Handler:
		b.subs[topic] = append(b.subs[topic], h.Handle)
	default:
		return fmt.Errorf("bus: %T is no handler", handler)
	}
	return nil
}

// Run hands out what the subscription of a topic receives.
func (b *Bus) Run(ctx context.Context, topic string, sub *pubsub.Subscriber) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		for _, do := range b.subs[topic] {
			if err := do(ctx, m.Attributes["event"], m.Data); err != nil {
				m.Nack()
				return
			}
		}
		m.Ack()
	})
}
