// Package lostack keys the inbox by the id that the sender gave to the message. It is the same on every delivery, so the second
// one finds the row, and does nothing.
package lostack

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Stamp gives a stamp for a visit, and remembers the visit.
func Stamp(ctx context.Context, tx *sql.Tx, visit amqp.Delivery) error {
	// docs:begin deliverykey-good
	res, err := tx.ExecContext(ctx, `INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING`, visit.MessageId)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE cards SET stamps = stamps + 1 WHERE id = $1`, string(visit.Body))
	return err
	// docs:end deliverykey-good
}

// Run acknowledges after the commit.
func Run(ctx context.Context, db *sql.DB, visits <-chan amqp.Delivery) error {
	for visit := range visits {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err := Stamp(ctx, tx, visit); err != nil {
			_ = tx.Rollback()
			return err
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		if err := visit.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
