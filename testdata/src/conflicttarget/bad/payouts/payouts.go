// Package payouts is the plainest form of the mistake: the clause names a key that cannot collide, and the one that can is not
// named. A second payout for a ticket is an error that the clause should have caught.
package payouts

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
)

// Request stores the payout for a ticket, once.
func Request(ctx context.Context, db *sql.DB, raffle, ticket string, cents int64) error {
	// docs:begin conflicttarget-bad
	_, err := db.ExecContext(ctx, // want "IDV312: prize_payouts"
		`INSERT INTO prize_payouts (id, raffle, ticket, cents) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO NOTHING`, uuid.New(), raffle, ticket, cents)
	return err
	// docs:end conflicttarget-bad
}
