// Package work says what a handler is.
package work

import (
	"context"
	"database/sql"
)

// Message is one message.
type Message struct{ ID, Row string }

// Handler does the work of one message.
type Handler interface {
	Handle(ctx context.Context, tx *sql.Tx, m Message) error
}
