// Package sql has a column for the end of a row, which a nightly job deletes by, and which the statements that use the row compare.
package sql

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errUnknown = errors.New("unknown or used")

// resets are tokens that set a new password, within an hour.
type resets struct{ db *sql.DB }

func (r *resets) give(ctx context.Context, token, user string) error {
	_, err := r.db.ExecContext(ctx, `INSERT INTO password_resets (token, user_id, expires_at) VALUES ($1, $2, $3)`, token, user, time.Now().Add(time.Hour))
	return err
}

func (r *resets) take(ctx context.Context, token string) (string, error) {
	var user string
	err := r.db.QueryRowContext(ctx, `DELETE FROM password_resets WHERE token = $1 AND expires_at > now() RETURNING user_id`, token).Scan(&user)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errUnknown
	}
	return user, err
}

// takeAny reads the end as well, and compares it here. An old token is used up too.
func (r *resets) takeAny(ctx context.Context, token string) (string, error) {
	var user string
	var end time.Time
	err := r.db.QueryRowContext(ctx, `DELETE FROM password_resets WHERE token = $1 RETURNING user_id, expires_at`, token).Scan(&user, &end)
	if errors.Is(err, sql.ErrNoRows) || err == nil && time.Now().After(end) {
		return "", errUnknown
	}
	return user, err
}

// sweep is the job.
func (r *resets) sweep(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, `DELETE FROM password_resets WHERE expires_at < now()`)
	return err
}

// reminders go out once a week to each member. A row that is over is taken over.
type reminders struct{ db *pgxpool.Pool }

func (r *reminders) claim(ctx context.Context, member string) (bool, error) {
	tag, err := r.db.Exec(ctx, `INSERT INTO reminded (member, expires_at) VALUES ($1, now() + interval '7 days') ON CONFLICT (member) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE reminded.expires_at < now()`, member)
	return tag.RowsAffected() == 1, err
}

func (r *reminders) sweep(ctx context.Context) error {
	_, err := r.db.Exec(ctx, `DELETE FROM reminded WHERE expires_at < now()`)
	return err
}
