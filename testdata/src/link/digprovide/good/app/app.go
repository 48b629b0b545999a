// Package app wires the program.
package app

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
	"go.uber.org/dig"

	"example.com/cases/link/digprovide/good/journal"
	"example.com/cases/link/digprovide/good/tills"
)

// Run builds the listener and runs it.
func Run(ctx context.Context, db *sql.DB, r *kafka.Reader) error {
	c := dig.New()
	if err := c.Provide(func() (*sql.DB, *kafka.Reader) { return db, r }); err != nil {
		return err
	}
	if err := c.Provide(tills.NewListener); err != nil {
		return err
	}
	if err := c.Provide(journal.NewRows, dig.As(new(tills.Journal))); err != nil {
		return err
	}
	return c.Invoke(func(l *tills.Listener) error { return l.Run(ctx) })
}
