// Package pg keeps berths in PostgreSQL.
package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Pool implements moorings.Berths.
type Pool struct{ pool *pgxpool.Pool }

// NewPool is a provider.
func NewPool(p *pgxpool.Pool) *Pool { return &Pool{pool: p} }

// Boat looks up who lies at a berth.
func (p *Pool) Boat(ctx context.Context, berth string) (string, bool, error) {
	var boat string
	err := p.pool.QueryRow(ctx, `SELECT boat FROM berth_lets WHERE berth = $1`, berth).Scan(&boat)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return boat, true, nil
}

// Let writes who lies at a berth.
func (p *Pool) Let(ctx context.Context, berth, boat string) error {
	_, err := p.pool.Exec(ctx, `INSERT INTO berth_lets (berth, boat) VALUES ($1, $2)`, berth, boat)
	return err
}
