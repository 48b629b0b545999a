// Package work says what a handler is.
package work

import (
	"context"
	"database/sql"
)

// Message is one message.
type Message struct{ ID, Kind, Row string }

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, tx *sql.Tx, m Message) error
}

// Kinds picks a handler by what the message is.
type Kinds map[string]Handler

// Handle lets the handler of the kind do it. Nobody does what nobody knows.
func (k Kinds) Handle(ctx context.Context, tx *sql.Tx, m Message) error {
	if h, ok := k[m.Kind]; ok {
		return h.Handle(ctx, tx, m) // linked "IDV401: vine_rows"
	}
	return nil
}
