// Package museum is the plainest form of the mistake: the loan is acknowledged, and written down after that.
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
	// docs:begin earlyack-bad
	for loan := range loans {
		if err := loan.Ack(false); err != nil { // want "IDV404: .*(Ack|paintings)"
			return err
		}
		_, err := r.db.ExecContext(ctx, `INSERT INTO paintings (loan, title) VALUES ($1, $2) ON CONFLICT (loan) DO NOTHING`,
			loan.MessageId, string(loan.Body))
		if err != nil {
			return err
		}
	}
	// docs:end earlyack-bad
	return ctx.Err()
}
