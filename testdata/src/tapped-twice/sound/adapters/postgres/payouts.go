package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"example.com/cases/tapped-twice/sound/domain"
)

// Payouts is the table of payouts.
type Payouts struct{ db querier }

// Insert reports whether the row is new.
func (p Payouts) Insert(ctx context.Context, one domain.Payout) (bool, error) {
	tag, err := p.db.Exec(ctx, `INSERT INTO merchant_payouts (payout_id, merchant_id, reference, iban, cents) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (merchant_id, reference) DO NOTHING`, one.ID, one.Merchant, one.Reference, one.IBAN, one.Cents)
	return err == nil && tag.RowsAffected() == 1, err
}

// State returns domain.ErrNotFound when there is no such payout.
func (p Payouts) State(ctx context.Context, id string) (state string, err error) {
	err = p.db.QueryRow(ctx, `SELECT state FROM merchant_payouts WHERE payout_id = $1`, id).Scan(&state)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", domain.ErrNotFound
	}
	return state, err
}

// Cancel reports whether the payout had not begun, and how much it was.
func (p Payouts) Cancel(ctx context.Context, id string) (cents int64, cancelled bool, err error) {
	err = p.db.QueryRow(ctx, `UPDATE merchant_payouts SET state = 'CANCELLED' WHERE payout_id = $1 AND state = 'DUE' RETURNING cents`, id).
		Scan(&cents)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	return cents, err == nil, err
}

// Requeue puts payouts back that began and never came to an end.
func (p Payouts) Requeue(ctx context.Context) error {
	_, err := p.db.Exec(ctx, `UPDATE merchant_payouts SET state = 'DUE' WHERE state = 'SENDING' AND began_at < now() - interval '10 minutes'`)
	return err
}

// Due lists payouts that have not begun.
func (p Payouts) Due(ctx context.Context, limit int) ([]domain.Payout, error) {
	rows, err := p.db.Query(ctx, `SELECT payout_id, merchant_id, iban, cents FROM merchant_payouts WHERE state = 'DUE' LIMIT $1`, limit)
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
	tag, err := p.db.Exec(ctx, `UPDATE merchant_payouts SET state = 'SENDING', began_at = now() WHERE payout_id = $1 AND state = 'DUE'`, id)
	return err == nil && tag.RowsAffected() == 1, err
}

// Finish ends a payout, with the number that the bank has given it.
func (p Payouts) Finish(ctx context.Context, id, number string) error {
	_, err := p.db.Exec(ctx, `UPDATE merchant_payouts SET state = 'SENT', bank_number = $2 WHERE payout_id = $1 AND state <> 'CANCELLED'`, id, number)
	return err
}
