// Package lostreply is the silent twin: what is hashed is what the request asks for.
package lostreply

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

const bind = `INSERT INTO request_keys (account, key, fingerprint) VALUES ($1, $2, $3)
	ON CONFLICT (account, key) DO UPDATE SET seen_at = now() RETURNING fingerprint`

type transfer struct {
	To       string `json:"to"`
	Cents    int64  `json:"cents"`
	Currency string `json:"currency"`
	SentAt   string `json:"sentAt"`
}

// Guard refuses a key that comes with another request than before.
func Guard(db *sql.DB, next func(context.Context, transfer) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// docs:begin rawfingerprint-good
		var t transfer
		if err := json.NewDecoder(r.Body).Decode(&t); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "transfer\n%q\n%d\n%q", t.To, t.Cents, strings.ToUpper(t.Currency)))
		fingerprint := hex.EncodeToString(sum[:])
		// docs:end rawfingerprint-good
		var known string
		err := db.QueryRowContext(r.Context(), bind, r.PathValue("account"), r.Header.Get("Idempotency-Key"), fingerprint).Scan(&known)
		switch {
		case err != nil:
			http.Error(w, "try again", http.StatusServiceUnavailable)
		case known != fingerprint:
			http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
		default:
			if err := next(r.Context(), t); err != nil {
				http.Error(w, "try again", http.StatusServiceUnavailable)
			}
		}
	})
}
