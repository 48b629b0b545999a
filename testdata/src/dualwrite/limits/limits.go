// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
)

// Whether Handle publishes is known where the handlers are registered.
type handler interface {
	Handle(ctx context.Context, event string) error
}

type dispatcher struct{ handlers map[string][]handler }

func (d *dispatcher) dispatch(ctx context.Context, event string) error {
	for _, h := range d.handlers[event] {
		if err := h.Handle(ctx, event); err != nil {
			return err
		}
	}
	return nil
}

func create(ctx context.Context, db *sql.DB, d *dispatcher, name string) error {
	if _, err := db.ExecContext(ctx, `insert into teams (name) values (?)`, name); err != nil {
		return err
	}
	return d.dispatch(ctx, "team.created") // miss: IDV503 handlers come from a map
}

// A buffer is emptied by another goroutine, and lost with the process.
func buffered(ctx context.Context, db *sql.DB, out chan<- string, name string) error {
	if _, err := db.ExecContext(ctx, `insert into players (name) values (?)`, name); err != nil {
		return err
	}
	select {
	case out <- name: // miss: IDV503 who publishes what is in the channel is not followed
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
