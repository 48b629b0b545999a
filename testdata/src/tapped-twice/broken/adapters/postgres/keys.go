package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"example.com/cases/tapped-twice/broken/domain"
)

// Keys is the table of keys. It forgets after three days; the row of the payment does not.
type Keys struct{ db querier }

const claimKey = `INSERT INTO idem_keys (scope, fingerprint, owner, lease_until, expires_at)
	VALUES ($1, $2, $3, now() + interval '30 seconds', now() + interval '72 hours')
	ON CONFLICT (scope) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, owner = EXCLUDED.owner,
		payment_id = NULL, lease_until = EXCLUDED.lease_until, expires_at = EXCLUDED.expires_at
	WHERE idem_keys.expires_at < now() OR (idem_keys.payment_id IS NULL AND idem_keys.lease_until < now()
		AND idem_keys.fingerprint = EXCLUDED.fingerprint)`

// Claim takes a key that nobody has, or that its owner has left.
func (k Keys) Claim(ctx context.Context, scope, fingerprint, owner string) (bool, error) {
	tag, err := k.db.Exec(ctx, claimKey, scope, fingerprint, owner)
	return err == nil && tag.RowsAffected() == 1, err
}

// Find returns domain.ErrNotFound when there is none.
func (k Keys) Find(ctx context.Context, scope string) (*domain.Record, error) {
	var rec domain.Record
	var payment *string
	// Seeds: S0 part 4, the retry horizon: a key that has expired is answered from until somebody happens to delete it.
	row := k.db.QueryRow(ctx, `SELECT fingerprint, payment_id FROM idem_keys WHERE scope = $1`, scope) // want "IDV307: idem_keys"
	err := row.Scan(&rec.Fingerprint, &payment)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, domain.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if payment != nil {
		rec.Done, rec.Payment = true, *payment
	}
	return &rec, nil
}

// Complete points the key to its payment, unless somebody else has taken it over.
func (k Keys) Complete(ctx context.Context, scope, owner, payment string) error {
	_, err := k.db.Exec(ctx, `UPDATE idem_keys SET payment_id = $3 WHERE scope = $1 AND owner = $2`, scope, owner, payment)
	return err
}

// Release gives the key back.
func (k Keys) Release(ctx context.Context, scope, owner string) error {
	_, err := k.db.Exec(ctx, `DELETE FROM idem_keys WHERE scope = $1 AND owner = $2 AND payment_id IS NULL`, scope, owner)
	return err
}
