// Package lostreply is the silent twin: the key is unique for an account.
package lostreply

import (
	"database/sql"
	"net/http"
)

// Server takes comments.
type Server struct{ db *sql.DB }

// Comment stores a comment, once for each key of an account.
func (s *Server) Comment(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "Idempotency-Key is missing", http.StatusBadRequest)
		return
	}
	account, text := r.PathValue("account"), r.FormValue("text")
	// docs:begin keyscope-good
	const insert = `INSERT INTO comments (idempotency_key, account, text) VALUES ($1, $2, $3)
		ON CONFLICT (account, idempotency_key) DO NOTHING`
	res, err := s.db.ExecContext(r.Context(), insert, key, account, text)
	// docs:end keyscope-good
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if n, err := res.RowsAffected(); err == nil && n == 1 {
		w.WriteHeader(http.StatusCreated)
	}
}
