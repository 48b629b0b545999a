// Package pg keeps piers in PostgreSQL.
package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/fxreturns/bad/marinas"
)

// Pool implements marinas.Piers.
type Pool struct{ pool *pgxpool.Pool }

// NewPool is a provider.
func NewPool(p *pgxpool.Pool) marinas.Piers { return &Pool{pool: p} }

// Boat looks up who lies at a pier.
func (p *Pool) Boat(ctx context.Context, pier string) (string, bool, error) {
	var boat string
	err := p.pool.QueryRow(ctx, `SELECT boat FROM pier_lets WHERE pier = $1`, pier).Scan(&boat)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return boat, true, nil
}

// Let writes who lies at a pier.
func (p *Pool) Let(ctx context.Context, pier, boat string) error {
	_, err := p.pool.Exec(ctx, `INSERT INTO pier_lets (pier, boat) VALUES ($1, $2)`, pier, boat)
	return err
}
