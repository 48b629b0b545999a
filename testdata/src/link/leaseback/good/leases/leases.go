// Package leases keeps in PostgreSQL who has which gate, and until when.
package leases

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Table implements gates.Leases.
type Table struct{ DB *pgxpool.Pool }

// Take takes the gates that nobody has for a minute, or takes them for one more.
func (t *Table) Take(ctx context.Context, keeper string) ([]string, error) {
	rows, err := t.DB.Query(ctx, `
UPDATE gate_leases SET keeper = $1, until = now() + interval '1 minute'
WHERE keeper = $1 OR until < now()
RETURNING gate`, keeper)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Drop gives all gates of a keeper back.
func (t *Table) Drop(ctx context.Context, keeper string) ([]string, error) {
	rows, err := t.DB.Query(ctx, `DELETE FROM gate_leases WHERE keeper = $1 RETURNING gate`, keeper)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Sweep removes a lease that has ended, and says whose gate that was; none is the empty name.
func (t *Table) Sweep(ctx context.Context) (gate string, err error) {
	err = t.DB.QueryRow(ctx, `
DELETE FROM gate_leases
WHERE gate = (SELECT gate FROM gate_leases WHERE until < now() ORDER BY until LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING gate`).Scan(&gate)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return gate, err
}
