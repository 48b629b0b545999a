package postgres

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Inbox is the table of events that were taken.
type Inbox struct{ db querier }

// Claim reports whether the consumer sees the event for the first time.
func (i Inbox) Claim(ctx context.Context, consumer, event string) (bool, error) {
	tag, err := i.db.Exec(ctx, `INSERT INTO processed_events (consumer, event_id) VALUES ($1, $2)
		ON CONFLICT (consumer, event_id) DO NOTHING`, consumer, event)
	return err == nil && tag.RowsAffected() == 1, err
}

// Totals is the table of daily totals.
type Totals struct{ db querier }

// Set adds to a total.
func (t Totals) Set(ctx context.Context, total domain.Total) error {
	_, err := t.db.Exec(ctx, `INSERT INTO daily_totals (merchant_id, day, cents, version) VALUES ($1, $2, $3, $4)
		ON CONFLICT (merchant_id, day) DO UPDATE SET cents = daily_totals.cents + EXCLUDED.cents, version = EXCLUDED.version`, total.Merchant, total.Day, total.Cents, total.Version)
	return err
}

// Balances is the table of what merchants can have paid out.
type Balances struct{ db querier }

// Raise adds to a balance.
func (b Balances) Raise(ctx context.Context, merchant string, cents int64) error {
	_, err := b.db.Exec(ctx, `UPDATE merchant_balances SET cents = cents + $2 WHERE merchant_id = $1`, merchant, cents)
	return err
}

// Lock gives a balance, which nobody else changes until the transaction ends.
func (b Balances) Lock(ctx context.Context, merchant string) (cents int64, err error) {
	err = b.db.QueryRow(ctx, `SELECT cents FROM merchant_balances WHERE merchant_id = $1 FOR UPDATE`, merchant).Scan(&cents)
	return cents, err
}

// Set writes a balance that is locked.
func (b Balances) Set(ctx context.Context, merchant string, cents int64) error {
	_, err := b.db.Exec(ctx, `UPDATE merchant_balances SET cents = $2 WHERE merchant_id = $1`, merchant, cents)
	return err
}
