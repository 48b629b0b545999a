// Package mediate is the interface through which the parts of a program tell each other what has happened.
package mediate

import (
	"context"
	"database/sql"
)

// Notice is something that has happened.
type Notice interface{ Name() string }

// Handler wants to know.
type Handler interface {
	Handle(ctx context.Context, tx *sql.Tx, n Notice) error
}

// Mediator hands notices on.
type Mediator interface {
	Publish(ctx context.Context, tx *sql.Tx, n Notice) error
}
