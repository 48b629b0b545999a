// Package taken stores answers of the 500s too, for the support staff. They are no final answers: the next attempt takes the key
// over, by the condition of the claim.
package taken

import (
	"context"
	"log"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/poisonedkey/ask"
)

const (
	claim = `INSERT INTO support_answers (caller, key, fingerprint, owner, locked_until) VALUES ($1, $2, $3, $4, now() + interval '1 minute')
		ON CONFLICT (caller, key) DO UPDATE SET owner = EXCLUDED.owner, locked_until = EXCLUDED.locked_until, status = NULL
		WHERE support_answers.fingerprint = EXCLUDED.fingerprint
		AND (support_answers.status >= 500 OR support_answers.status IS NULL AND support_answers.locked_until < now())`
	known  = `SELECT fingerprint, coalesce(status, 0), coalesce(body, '') FROM support_answers WHERE caller = $1 AND key = $2`
	answer = `UPDATE support_answers SET status = $4, body = $5 WHERE caller = $1 AND key = $2 AND owner = $3`
)

type answers struct{ db *pgxpool.Pool }

func (a *answers) begin(ctx context.Context, caller, key, fingerprint, owner string) (*ask.Answer, error) {
	tag, err := a.db.Exec(ctx, claim, caller, key, fingerprint, owner)
	if err != nil || tag.RowsAffected() == 1 {
		return nil, err
	}
	var old ask.Answer
	err = a.db.QueryRow(ctx, known, caller, key).Scan(&old.Fingerprint, &old.Status, &old.Body)
	return &old, err
}

// Wrap gives the second request with a key the answer of the first, if that was one.
func Wrap(db *pgxpool.Pool, next http.Handler) http.Handler {
	a := &answers{db: db}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, key, owner := ask.Caller(r.Context()), r.Header.Get("Idempotency-Key"), uuid.NewString()
		fingerprint, err := ask.Fingerprint(r)
		if err != nil || key == "" {
			http.Error(w, "an Idempotency-Key and JSON are required", http.StatusBadRequest)
			return
		}
		old, err := a.begin(r.Context(), caller, key, fingerprint, owner)
		if err != nil {
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		}
		if old != nil {
			ask.Again(w, old, fingerprint)
			return
		}
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		if _, err := a.db.Exec(context.WithoutCancel(r.Context()), answer, caller, key, owner, rec.Status, rec.Body.Bytes()); err != nil {
			log.Printf("answer not kept: %v", err)
		}
	})
}
