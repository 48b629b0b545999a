// Package theatre asks for the ticket again when a booking is known. The printer drops the second request by its id.
package theatre

import (
	"context"
	"database/sql"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Office books seats, and has the tickets printed by somebody else.
type Office struct {
	db *sql.DB
	ch *amqp.Channel
}

// Book handles one message. The caller acknowledges it when there is no error.
func (o *Office) Book(ctx context.Context, d amqp.Delivery) error {
	// docs:begin duplicatestops-good
	first, err := o.store(ctx, d.MessageId, string(d.Body))
	if err != nil {
		return err
	}
	if !first {
		log.Printf("booking %s comes again", d.MessageId)
	}
	return o.ch.PublishWithContext(ctx, "tickets", "print", true, false, amqp.Publishing{MessageId: "print-" + d.MessageId, Body: d.Body})
	// docs:end duplicatestops-good
}

// store books the seat in the transaction that knows the message.
func (o *Office) store(ctx context.Context, message, seat string) (bool, error) {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO theatre_inbox (message) VALUES ($1) ON CONFLICT (message) DO NOTHING`, message)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE seats SET booked = true WHERE id = $1`, seat); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// Run consumes bookings.
func (o *Office) Run(ctx context.Context, bookings <-chan amqp.Delivery) error {
	for d := range bookings {
		if err := o.Book(ctx, d); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
