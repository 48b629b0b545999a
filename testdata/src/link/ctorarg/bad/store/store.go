// Package store keeps gardeners in PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/ctorarg/bad/domain"
)

// Postgres implements domain.Members.
type Postgres struct{ db *sql.DB }

// NewPostgres opens the store.
func NewPostgres(db *sql.DB) *Postgres { return &Postgres{db: db} }

// ByEmail looks a member up.
func (p *Postgres) ByEmail(ctx context.Context, email string) (domain.Member, error) {
	m := domain.Member{Email: email}
	err := p.db.QueryRowContext(ctx, `SELECT plot FROM garden_members WHERE email = $1`, email).Scan(&m.Plot)
	if errors.Is(err, sql.ErrNoRows) {
		return m, domain.ErrUnknown
	}
	return m, err
}

// Add writes a member.
func (p *Postgres) Add(ctx context.Context, m domain.Member) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO garden_members (email, plot) VALUES ($1, $2)`, m.Email, m.Plot)
	return err
}
