// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// crate is a message of any broker. Its acknowledgement is a function value in a field.
type crate struct {
	id   string
	done func() error
}

func crates(in <-chan amqp.Delivery, out chan<- crate) {
	for d := range in {
		out <- crate{id: d.MessageId, done: func() error { return d.Ack(false) }} // want "IDV404: Ack"
	}
}

type quay struct{ db *sql.DB }

func (q *quay) unload(ctx context.Context, in <-chan crate) error {
	for c := range in {
		if err := c.done(); err != nil {
			return err
		}
		if _, err := q.db.ExecContext(ctx, `INSERT INTO crates (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, c.id); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// book is implemented elsewhere: that it keeps entries in memory only is not visible here.
type book interface {
	Enter(ctx context.Context, id string) error
}

func enter(ctx context.Context, b book, in <-chan amqp.Delivery) {
	for d := range in {
		if err := b.Enter(ctx, d.MessageId); err != nil {
			log.Printf("entry %s: %v", d.MessageId, err)
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false) // miss: IDV404 an implementation in another package may only hold the entry in memory
	}
}
