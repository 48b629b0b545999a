// Package pg keeps berths in PostgreSQL.
package pg

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Pool implements moorings.Berths.
type Pool struct{ pool *pgxpool.Pool }

// NewPool is a provider.
func NewPool(p *pgxpool.Pool) *Pool { return &Pool{pool: p} }

// Let writes who lies at a berth, and answers with the one who was first.
func (p *Pool) Let(ctx context.Context, berth, boat string) (string, error) {
	var who string
	err := p.pool.QueryRow(ctx, `INSERT INTO berth_lets (berth, boat) VALUES ($1, $2)
		ON CONFLICT (berth) DO UPDATE SET berth = EXCLUDED.berth RETURNING boat`, berth, boat).Scan(&who)
	return who, err
}
