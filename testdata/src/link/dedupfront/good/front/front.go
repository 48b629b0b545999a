// Package front lets a message pass once.
package front

import (
	"context"
	"database/sql"

	"example.com/cases/link/dedupfront/good/work"
)

// Inbox knows which messages are done.
type Inbox interface {
	First(ctx context.Context, tx *sql.Tx, id string) (bool, error)
}

// Once implements work.Handler.
type Once struct {
	Inbox Inbox
	Next  work.Handler
}

// Handle lets the next one handle what is new, in the transaction that notes it.
func (o *Once) Handle(ctx context.Context, tx *sql.Tx, m work.Message) error {
	first, err := o.Inbox.First(ctx, tx, m.ID)
	if err != nil || !first {
		return err
	}
	return o.Next.Handle(ctx, tx, m)
}
