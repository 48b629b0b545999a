// Package crosspkg gives the caller's key to a helper that replaces it when it is empty.
package crosspkg

import (
	"context"
	"database/sql"
	"net/http"

	"example.com/cases/serverkey/bad/crosspkg/ident"
)

type hall struct{ db *sql.DB }

func (h *hall) book(ctx context.Context, club, idempotencyKey, court string) error {
	_, err := h.db.ExecContext(ctx, `INSERT INTO bookings (club, idempotency_key, court) VALUES ($1, $2, $3)
		ON CONFLICT (club, idempotency_key) DO UPDATE SET seen_at = now()`, club, idempotencyKey, court)
	return err
}

// ServeHTTP books a court.
func (h *hall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := ident.Ensure(r.Header.Get("Idempotency-Key")) // want "IDV103: Idempotency-Key"
	if err := h.book(r.Context(), r.PathValue("club"), key, r.FormValue("court")); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}
