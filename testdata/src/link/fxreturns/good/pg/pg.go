// Package pg keeps piers in PostgreSQL.
package pg

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/fxreturns/good/marinas"
)

// Pool implements marinas.Piers.
type Pool struct{ pool *pgxpool.Pool }

// NewPool is a provider.
func NewPool(p *pgxpool.Pool) marinas.Piers { return &Pool{pool: p} }

// Let writes who lies at a pier, and answers with the one who was first.
func (p *Pool) Let(ctx context.Context, pier, boat string) (string, error) {
	var who string
	err := p.pool.QueryRow(ctx, `INSERT INTO pier_lets (pier, boat) VALUES ($1, $2)
		ON CONFLICT (pier) DO UPDATE SET pier = EXCLUDED.pier RETURNING boat`, pier, boat).Scan(&who)
	return who, err
}
