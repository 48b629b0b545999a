// Package relay sends stored ferry notices. The sender comes by a functional option.
package relay

import (
	"context"
	"database/sql"
)

// Notice is one stored notice; receivers know it by its ID.
type Notice struct{ ID, Harbour, Text string }

// Sender sends a notice.
type Sender interface {
	Send(ctx context.Context, harbour, text string) error
}

// Relay sends what is stored.
type Relay struct {
	db     *sql.DB
	sender Sender
}

// Option changes a relay.
type Option func(*Relay)

// WithSender sets the sender.
func WithSender(s Sender) Option { return func(r *Relay) { r.sender = s } }

// New makes a relay.
func New(db *sql.DB, opts ...Option) *Relay {
	r := &Relay{db: db}
	for _, o := range opts {
		o(r)
	}
	return r
}

// Drain sends every notice that is not sent.
func (r *Relay) Drain(ctx context.Context) error {
	notices, err := r.unsent(ctx)
	if err != nil {
		return err
	}
	for _, n := range notices {
		if err := r.sender.Send(ctx, n.Harbour, n.Text); err != nil {
			return err
		}
		if _, err := r.db.ExecContext(ctx, `UPDATE ferry_notices SET sent = true WHERE id = $1`, n.ID); err != nil {
			return err
		}
	}
	return nil
}
