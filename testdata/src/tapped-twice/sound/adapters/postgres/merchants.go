package postgres

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Inbox is the table of events that were taken.
type Inbox struct{ *Store }

// Claim reports whether the consumer sees the event for the first time.
func (i Inbox) Claim(ctx context.Context, consumer, event string) (bool, error) {
	tag, err := i.db(ctx).Exec(ctx, `INSERT INTO processed_events (consumer, event_id) VALUES ($1, $2)
		ON CONFLICT (consumer, event_id) DO NOTHING`, consumer, event)
	return err == nil && tag.RowsAffected() == 1, err
}

// Credits is the table of what merchants have earned.
type Credits struct{ *Store }

// Add credits an event.
func (c Credits) Add(ctx context.Context, merchant, event string, cents int64) error {
	_, err := c.db(ctx).Exec(ctx, `INSERT INTO merchant_credits (merchant_id, event_id, cents) VALUES ($1, $2, $3)`, merchant, event, cents)
	return err
}

// Totals is the table of daily totals.
type Totals struct{ *Store }

// Set writes a total, unless a newer one is there.
func (t Totals) Set(ctx context.Context, total domain.Total) error {
	_, err := t.db(ctx).Exec(ctx, `INSERT INTO daily_totals (merchant_id, day, cents, version) VALUES ($1, $2, $3, $4)
		ON CONFLICT (merchant_id, day) DO UPDATE SET cents = EXCLUDED.cents, version = EXCLUDED.version
		WHERE daily_totals.version < EXCLUDED.version`, total.Merchant, total.Day, total.Cents, total.Version)
	return err
}

// Payouts is the table of payouts.
type Payouts struct{ *Store }

// Due lists payouts that have not begun, and those that began and never came to an end.
func (p Payouts) Due(ctx context.Context, limit int) ([]domain.Payout, error) {
	rows, err := p.db(ctx).Query(ctx, `SELECT payout_id, merchant_id, iban, cents FROM merchant_payouts
		WHERE state = 'DUE' OR (state = 'SENDING' AND began_at < now() - interval '10 minutes') LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var due []domain.Payout
	for rows.Next() {
		var one domain.Payout
		if err := rows.Scan(&one.ID, &one.Merchant, &one.IBAN, &one.Cents); err != nil {
			return nil, err
		}
		due = append(due, one)
	}
	return due, rows.Err()
}

// Begin reports whether the payout is now the caller's.
func (p Payouts) Begin(ctx context.Context, id string) (bool, error) {
	tag, err := p.db(ctx).Exec(ctx, `UPDATE merchant_payouts SET state = 'SENDING', began_at = now() WHERE payout_id = $1
		AND (state = 'DUE' OR (state = 'SENDING' AND began_at < now() - interval '10 minutes'))`, id)
	return err == nil && tag.RowsAffected() == 1, err
}

// Finish ends a payout.
func (p Payouts) Finish(ctx context.Context, id string) error {
	_, err := p.db(ctx).Exec(ctx, `UPDATE merchant_payouts SET state = 'SENT' WHERE payout_id = $1 AND state = 'SENDING'`, id)
	return err
}
