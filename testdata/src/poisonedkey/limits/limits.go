// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"example.com/cases/poisonedkey/ask"
)

// Package shelf implements this, and main puts the two together. Seen from here, the method may store, count or print.
type shelf interface {
	Put(ctx context.Context, caller, key string, status int, body []byte) error
}

func behind(s shelf, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		_ = s.Put(r.Context(), ask.Caller(r.Context()), r.Header.Get("Idempotency-Key"), rec.Status, rec.Body.Bytes()) // miss: IDV306 the write is behind an interface of another package
	})
}

// The handler answers 200 and says in its text that the other side was away.
type said struct {
	OK     bool   `json:"ok"`
	Reason string `json:"reason"`
}

func polite(db *sql.DB, call func(ctx context.Context, key string) said) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		body, err := json.Marshal(call(r.Context(), key))
		if err != nil {
			http.Error(w, "try again", http.StatusInternalServerError)
			return
		}
		_, _ = db.ExecContext(r.Context(), `UPDATE polite SET body = $3 WHERE caller = $1 AND key = $2`, ask.Caller(r.Context()), key, body) // miss: IDV306 that an answer without error is a failure stands in its text
		_, _ = w.Write(body)
	}
}
