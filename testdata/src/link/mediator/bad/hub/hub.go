// Package hub is the mediator inside one process.
package hub

import (
	"context"
	"database/sql"

	"example.com/cases/link/mediator/bad/mediate"
)

// Hub implements mediate.Mediator.
type Hub struct{ handlers map[string][]mediate.Handler }

// New makes a hub.
func New() *Hub { return &Hub{handlers: map[string][]mediate.Handler{}} }

// On adds a handler.
func (h *Hub) On(name string, handler mediate.Handler) {
	h.handlers[name] = append(h.handlers[name], handler)
}

// Publish calls the handlers of the notice one after the other.
func (h *Hub) Publish(ctx context.Context, tx *sql.Tx, n mediate.Notice) error {
	for _, handler := range h.handlers[n.Name()] {
		if err := handler.Handle(ctx, tx, n); err != nil {
			return err
		}
	}
	return nil
}
