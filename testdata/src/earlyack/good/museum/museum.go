// Package museum acknowledges a loan when it is written down.
package museum

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Register knows each painting that is on loan.
type Register struct{ db *sql.DB }

// Consume writes loans into the register.
func (r *Register) Consume(ctx context.Context, loans <-chan amqp.Delivery) error {
	// docs:begin earlyack-good
	for loan := range loans {
		_, err := r.db.ExecContext(ctx, `INSERT INTO paintings (loan, title) VALUES ($1, $2) ON CONFLICT (loan) DO NOTHING`,
			loan.MessageId, string(loan.Body))
		if err != nil {
			return err
		}
		if err := loan.Ack(false); err != nil {
			return err
		}
	}
	// docs:end earlyack-good
	return ctx.Err()
}
