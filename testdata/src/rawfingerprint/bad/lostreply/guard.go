// Package lostreply is the plainest form of the mistake: the retry says the same in other bytes, and is refused.
package lostreply

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"io"
	"net/http"
)

const bind = `INSERT INTO request_keys (account, key, fingerprint) VALUES ($1, $2, $3)
	ON CONFLICT (account, key) DO UPDATE SET seen_at = now() RETURNING fingerprint`

// Guard refuses a key that comes with another request than before.
func Guard(db *sql.DB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// docs:begin rawfingerprint-bad
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum := sha256.Sum256(body) // want "IDV108: "
		fingerprint := hex.EncodeToString(sum[:])
		// docs:end rawfingerprint-bad
		var known string
		err = db.QueryRowContext(r.Context(), bind, r.PathValue("account"), r.Header.Get("Idempotency-Key"), fingerprint).Scan(&known)
		switch {
		case err != nil:
			http.Error(w, "try again", http.StatusServiceUnavailable)
		case known != fingerprint:
			http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
		default:
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
		}
	})
}
