package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"example.com/cases/tapped-twice/sound/domain"
)

// Refunds is the table of refunds.
type Refunds struct{ db querier }

// Insert reports whether the row is new.
func (r Refunds) Insert(ctx context.Context, ref domain.Refund) (bool, error) {
	tag, err := r.db.Exec(ctx, `INSERT INTO refunds (payment_id, reference, charge, cents, state) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (payment_id, reference) DO NOTHING`, ref.Payment, ref.Reference, ref.Charge, ref.Cents, ref.State)
	return err == nil && tag.RowsAffected() == 1, err
}

// Get returns domain.ErrNotFound when there is none.
func (r Refunds) Get(ctx context.Context, payment, reference string) (*domain.Refund, error) {
	ref := domain.Refund{Payment: payment, Reference: reference}
	err := r.db.QueryRow(ctx, `SELECT charge, cents, state FROM refunds WHERE payment_id = $1 AND reference = $2`, payment, reference).
		Scan(&ref.Charge, &ref.Cents, &ref.State)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, domain.ErrNotFound
	}
	return &ref, err
}

// Move reports whether the refund was open still.
func (r Refunds) Move(ctx context.Context, payment, reference string, to domain.State) (bool, error) {
	tag, err := r.db.Exec(ctx, `UPDATE refunds SET state = $3 WHERE payment_id = $1 AND reference = $2 AND state IN ('PENDING', 'UNKNOWN')`,
		payment, reference, to)
	return err == nil && tag.RowsAffected() == 1, err
}
