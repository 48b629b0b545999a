// Package lostreply is the plainest form of the mistake: a caller that sends no key gets a new one for each request, so
// the unique column never finds a repeat.
package lostreply

import (
	"database/sql"
	"net/http"

	"github.com/google/uuid"
)

// Server takes orders.
type Server struct{ db *sql.DB }

// Order stores an order, once for each key of a customer.
func (s *Server) Order(w http.ResponseWriter, r *http.Request) {
	// docs:begin serverkey-bad
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = uuid.NewString() // want "IDV103: Idempotency-Key"
	}
	_, err := s.db.ExecContext(r.Context(), `INSERT INTO orders (customer, idempotency_key, item) VALUES ($1, $2, $3)
		ON CONFLICT (customer, idempotency_key) DO UPDATE SET seen_at = now()`, r.PathValue("customer"), key, r.FormValue("item"))
	// docs:end serverkey-bad
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}
