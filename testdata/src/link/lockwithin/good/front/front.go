// Package front lets a message pass that is not noted yet.
package front

import (
	"context"
	"database/sql"

	"example.com/cases/link/lockwithin/good/work"
)

// Inbox knows which messages are done.
type Inbox interface {
	Known(ctx context.Context, tx *sql.Tx, id string) (bool, error)
	Note(ctx context.Context, tx *sql.Tx, id string) error
}

// Fresh implements work.Handler.
type Fresh struct {
	Inbox Inbox
	Next  work.Handler
}

// Handle notes a message that is not known, and lets the next one handle it in the same transaction.
func (f *Fresh) Handle(ctx context.Context, tx *sql.Tx, m work.Message) error {
	known, err := f.Inbox.Known(ctx, tx, m.ID)
	if err != nil || known {
		return err
	}
	if err := f.Inbox.Note(ctx, tx, m.ID); err != nil {
		return err
	}
	return f.Next.Handle(ctx, tx, m)
}
