package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"example.com/cases/tapped-twice/sound/domain"
)

// Payments is the table of payments.
type Payments struct{ db querier }

const (
	paymentColumns = `payment_id, caller_id, client_key, fingerprint, order_id, merchant_id, cents, currency, card, state, coalesce(psp_charge, '')`

	addPayment = `INSERT INTO payments (payment_id, caller_id, client_key, fingerprint, order_id, merchant_id, cents, currency, card, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (caller_id, client_key) DO NOTHING`
)

// Insert reports whether the row is new.
func (p Payments) Insert(ctx context.Context, pay domain.Payment) (bool, error) {
	tag, err := p.db.Exec(ctx, addPayment, pay.ID, pay.Caller, pay.Key, pay.Fingerprint, pay.Order, pay.Merchant,
		pay.Cents, pay.Currency, pay.Card, pay.State)
	return err == nil && tag.RowsAffected() == 1, err
}

// Get returns domain.ErrNotFound when there is none.
func (p Payments) Get(ctx context.Context, id string) (*domain.Payment, error) {
	return scanPayment(p.db.QueryRow(ctx, `SELECT `+paymentColumns+` FROM payments WHERE payment_id = $1`, id))
}

// ByKey returns domain.ErrNotFound when there is none.
func (p Payments) ByKey(ctx context.Context, caller, key string) (*domain.Payment, error) {
	return scanPayment(p.db.QueryRow(ctx, `SELECT `+paymentColumns+` FROM payments WHERE caller_id = $1 AND client_key = $2`, caller, key))
}

// Move reports whether the payment was open still.
func (p Payments) Move(ctx context.Context, id string, to domain.State, charge string) (bool, error) {
	tag, err := p.db.Exec(ctx, `UPDATE payments SET state = $2, psp_charge = coalesce(nullif($3, ''), psp_charge)
		WHERE payment_id = $1 AND state IN ('PENDING', 'UNKNOWN')`, id, to, charge)
	return err == nil && tag.RowsAffected() == 1, err
}

// Dispute reports whether the payment had succeeded and nobody had disputed it.
func (p Payments) Dispute(ctx context.Context, id string) (bool, error) {
	tag, err := p.db.Exec(ctx, `UPDATE payments SET state = 'DISPUTED' WHERE payment_id = $1 AND state = 'SUCCEEDED'`, id)
	return err == nil && tag.RowsAffected() == 1, err
}

// Unresolved lists payments whose end is not known.
func (p Payments) Unresolved(ctx context.Context, limit int) ([]domain.Payment, error) {
	rows, err := p.db.Query(ctx, `SELECT `+paymentColumns+` FROM payments
		WHERE state = 'UNKNOWN' OR (state = 'PENDING' AND created_at < now() - interval '1 minute') ORDER BY created_at LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var open []domain.Payment
	for rows.Next() {
		pay, err := scanPayment(rows)
		if err != nil {
			return nil, err
		}
		open = append(open, *pay)
	}
	return open, rows.Err()
}

func scanPayment(row pgx.Row) (*domain.Payment, error) {
	var p domain.Payment
	err := row.Scan(&p.ID, &p.Caller, &p.Key, &p.Fingerprint, &p.Order, &p.Merchant, &p.Cents, &p.Currency, &p.Card, &p.State, &p.Charge)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, domain.ErrNotFound
	}
	return &p, err
}
