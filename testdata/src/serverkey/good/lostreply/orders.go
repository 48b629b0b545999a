// Package lostreply is the silent twin: a request without a key is refused.
package lostreply

import (
	"database/sql"
	"net/http"
)

// Server takes orders.
type Server struct{ db *sql.DB }

// Order stores an order, once for each key of a customer.
func (s *Server) Order(w http.ResponseWriter, r *http.Request) {
	// docs:begin serverkey-good
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "Idempotency-Key is missing", http.StatusBadRequest)
		return
	}
	_, err := s.db.ExecContext(r.Context(), `INSERT INTO orders (customer, idempotency_key, item) VALUES ($1, $2, $3)
		ON CONFLICT (customer, idempotency_key) DO UPDATE SET seen_at = now()`, r.PathValue("customer"), key, r.FormValue("item"))
	// docs:end serverkey-good
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}
