// Package store keeps gardeners in PostgreSQL.
package store

import (
	"context"
	"database/sql"

	"example.com/cases/link/ctorarg/good/domain"
)

// Postgres implements domain.Members.
type Postgres struct{ db *sql.DB }

// NewPostgres opens the store.
func NewPostgres(db *sql.DB) *Postgres { return &Postgres{db: db} }

// Add writes a member unless there is one.
func (p *Postgres) Add(ctx context.Context, m domain.Member) error {
	_, err := p.db.ExecContext(ctx,
		`INSERT INTO garden_members (email, plot) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`, m.Email, m.Plot)
	return err
}
