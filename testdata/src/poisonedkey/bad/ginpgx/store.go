// Package ginpgx has a middleware of gin over a table of PostgreSQL.
package ginpgx

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/poisonedkey/ask"
)

const (
	claim = `INSERT INTO gin_answers (caller, key, fingerprint, owner, locked_until) VALUES ($1, $2, $3, $4, now() + interval '1 minute')
		ON CONFLICT (caller, key) DO UPDATE SET owner = EXCLUDED.owner, locked_until = EXCLUDED.locked_until
		WHERE gin_answers.status IS NULL AND gin_answers.locked_until < now() AND gin_answers.fingerprint = EXCLUDED.fingerprint`
	known  = `SELECT fingerprint, coalesce(status, 0), coalesce(body, '') FROM gin_answers WHERE caller = $1 AND key = $2`
	answer = `UPDATE gin_answers SET status = $4, body = $5 WHERE caller = $1 AND key = $2 AND owner = $3`
)

// slot is one key of one caller, and who works on it.
type slot struct{ caller, key, owner string }

type store struct{ db *pgxpool.Pool }

func (s *store) begin(ctx context.Context, sl slot, fingerprint string) (*ask.Answer, error) {
	tag, err := s.db.Exec(ctx, claim, sl.caller, sl.key, fingerprint, sl.owner)
	if err != nil || tag.RowsAffected() == 1 {
		return nil, err
	}
	var a ask.Answer
	err = s.db.QueryRow(ctx, known, sl.caller, sl.key).Scan(&a.Fingerprint, &a.Status, &a.Body)
	return &a, err
}

func (s *store) finish(ctx context.Context, sl slot, status int, body []byte) error {
	_, err := s.db.Exec(ctx, answer, sl.caller, sl.key, sl.owner, status, body) // want "IDV306: .*gin_answers"
	return err
}
