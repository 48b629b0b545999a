// Package lostack is the plainest form of the mistake: an inbox that is keyed by the delivery tag. When the acknowledgement is
// lost, the message comes again under another tag, and the stamp is given twice.
package lostack

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Stamp gives a stamp for a visit, and remembers the visit.
func Stamp(ctx context.Context, tx *sql.Tx, visit amqp.Delivery) error {
	// docs:begin deliverykey-bad
	res, err := tx.ExecContext(ctx, `INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING`, visit.DeliveryTag) // want "IDV202: .*DeliveryTag"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE cards SET stamps = stamps + 1 WHERE id = $1`, string(visit.Body))
	return err
	// docs:end deliverykey-bad
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
