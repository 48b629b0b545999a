package rows

import (
	"context"
	"database/sql"
	"errors"
)

// Rail implements coats.Rails.
type Rail struct{ DB *sql.DB }

// Hang writes a coat.
func (r *Rail) Hang(ctx context.Context, id, peg string) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO museum_coats (id, peg) VALUES ($1, $2)`, id, peg)
	return err
}

// Lent looks up which guide a visitor has.
func (r *Rail) Lent(ctx context.Context, ticket string) (string, error) {
	var guide string
	err := r.DB.QueryRowContext(ctx, `SELECT guide FROM museum_guides WHERE ticket = $1`, ticket).Scan(&guide)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return guide, err
}

// Lend writes which guide a visitor has.
func (r *Rail) Lend(ctx context.Context, ticket, guide string) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO museum_guides (ticket, guide) VALUES ($1, $2)`, ticket, guide)
	return err
}
