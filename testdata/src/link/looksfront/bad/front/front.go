// Package front tells who follows which messages pass, and lets all of them pass.
package front

import (
	"context"
	"database/sql"
	"log/slog"

	"example.com/cases/link/looksfront/bad/work"
)

// Inbox knows which messages are done.
type Inbox interface {
	Lock(ctx context.Context, tx *sql.Tx, id string) error
	Known(ctx context.Context, tx *sql.Tx, id string) (bool, error)
	Note(ctx context.Context, tx *sql.Tx, id string) error
}

// Fresh implements work.Handler.
type Fresh struct {
	Inbox Inbox
	Next  work.Handler
}

// Handle notes nothing, and lets the next one handle whatever comes.
func (f *Fresh) Handle(ctx context.Context, tx *sql.Tx, m work.Message) error {
	if err := f.Inbox.Lock(ctx, tx, m.ID); err != nil {
		return err
	}
	known, err := f.Inbox.Known(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "message", "id", m.ID, "known", known)
	return f.Next.Handle(ctx, tx, m) // linked "IDV401: press_barrels"
}
