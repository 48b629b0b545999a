// Package billing writes invoice lines under the ids of their messages. The set of what was seen saves statements only.
package billing

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"

	"example.com/cases/splitclaim/good/crosspkg/seen"
)

// Lines adds lines to invoices.
type Lines struct {
	Seen *seen.Set
	DB   *sql.DB
}

// Run works on one delivery after another.
func (l *Lines) Run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := l.add(ctx, d); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *Lines) add(ctx context.Context, d amqp.Delivery) error {
	if dup, err := l.Seen.Has(ctx, d.MessageId); err != nil || dup {
		return err
	}
	if _, err := l.DB.ExecContext(ctx, `insert into invoice_lines (id, text) values ($1, $2) on conflict (id) do nothing`, d.MessageId, string(d.Body)); err != nil {
		return err
	}
	return l.Seen.Put(ctx, d.MessageId)
}
