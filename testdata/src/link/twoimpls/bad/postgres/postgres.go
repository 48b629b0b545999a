// Package postgres keeps vouchers in PostgreSQL.
package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres implements vouchers.Claims.
type Postgres struct{ Pool *pgxpool.Pool }

// Had looks a guest up.
func (p *Postgres) Had(ctx context.Context, guest string) (bool, error) {
	var at string
	err := p.Pool.QueryRow(ctx, `SELECT given_at FROM breakfast_vouchers WHERE guest = $1`, guest).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return true, err
}

// Note writes a guest.
func (p *Postgres) Note(ctx context.Context, guest string) error {
	_, err := p.Pool.Exec(ctx, `INSERT INTO breakfast_vouchers (guest, given_at) VALUES ($1, now())`, guest)
	return err
}
