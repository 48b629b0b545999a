// Package postgres keeps vouchers in PostgreSQL.
package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres implements vouchers.Claims.
type Postgres struct{ Pool *pgxpool.Pool }

// Note writes a guest, and reports whether the guest is new.
func (p *Postgres) Note(ctx context.Context, guest string) (bool, error) {
	tag, err := p.Pool.Exec(ctx,
		`INSERT INTO breakfast_vouchers (guest, given_at) VALUES ($1, now()) ON CONFLICT (guest) DO NOTHING`, guest)
	return tag.RowsAffected() == 1, err
}
