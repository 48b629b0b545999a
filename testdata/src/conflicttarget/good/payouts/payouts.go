// Package payouts names the key that a second payout for a ticket collides on.
package payouts

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
)

// Request stores the payout for a ticket, once.
func Request(ctx context.Context, db *sql.DB, raffle, ticket string, cents int64) error {
	// docs:begin conflicttarget-good
	_, err := db.ExecContext(ctx,
		`INSERT INTO lottery_payouts (id, raffle, ticket, cents) VALUES ($1, $2, $3, $4)
		ON CONFLICT (raffle, ticket) DO NOTHING`, uuid.New(), raffle, ticket, cents)
	return err
	// docs:end conflicttarget-good
}
