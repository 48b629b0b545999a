// Package answers keeps answers. What is an answer is for its callers to say.
package answers

import (
	"context"
	"database/sql"

	"example.com/cases/poisonedkey/ask"
)

const claim = `INSERT INTO kept_answers (caller, key, fingerprint, owner, locked_until) VALUES ($1, $2, $3, $4, now() + interval '1 minute')
	ON CONFLICT (caller, key) DO UPDATE SET owner = EXCLUDED.owner, locked_until = EXCLUDED.locked_until
	WHERE kept_answers.status IS NULL AND kept_answers.locked_until < now() AND kept_answers.fingerprint = EXCLUDED.fingerprint`

// Slot is one key of one caller, and who works on it.
type Slot struct{ Caller, Key, Owner string }

// Book keeps answers.
type Book struct{ DB *sql.DB }

// Begin returns nil for the one who is to work.
func (b *Book) Begin(ctx context.Context, s Slot, fingerprint string) (*ask.Answer, error) {
	res, err := b.DB.ExecContext(ctx, claim, s.Caller, s.Key, fingerprint, s.Owner)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return nil, err
	}
	var a ask.Answer
	err = b.DB.QueryRowContext(ctx, `SELECT fingerprint, coalesce(status, 0), coalesce(body, '') FROM kept_answers WHERE caller = $1 AND key = $2`, s.Caller, s.Key).Scan(&a.Fingerprint, &a.Status, &a.Body)
	return &a, err
}

// Finish keeps an answer for good.
func (b *Book) Finish(ctx context.Context, s Slot, status int, body []byte) error {
	_, err := b.DB.ExecContext(ctx, `UPDATE kept_answers SET status = $4, body = $5 WHERE caller = $1 AND key = $2 AND owner = $3`, s.Caller, s.Key, s.Owner, status, body)
	return err
}

// Release lets the next one try.
func (b *Book) Release(ctx context.Context, s Slot) error {
	_, err := b.DB.ExecContext(ctx, `DELETE FROM kept_answers WHERE caller = $1 AND key = $2 AND owner = $3 AND status IS NULL`, s.Caller, s.Key, s.Owner)
	return err
}
