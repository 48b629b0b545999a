// Package crosspkg gives the caller's key to a helper that checks it, and other things to one that fills them in.
package crosspkg

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"

	"example.com/cases/serverkey/good/crosspkg/ident"
)

type hall struct{ db *sql.DB }

func (h *hall) book(ctx context.Context, club, idempotencyKey, court string) error {
	_, err := h.db.ExecContext(ctx, `INSERT INTO bookings (club, idempotency_key, court) VALUES ($1, $2, $3)
		ON CONFLICT (club, idempotency_key) DO UPDATE SET seen_at = now()`, club, idempotencyKey, court)
	return err
}

// ServeHTTP books a court. The id for the log may be a new one, the key may not.
func (h *hall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	log := slog.With("trace", ident.Ensure(r.Header.Get("X-Trace-Id")))
	key, err := ident.Require(r.Header.Get("Idempotency-Key"))
	if err != nil {
		log.Warn("refused", "reason", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := h.book(r.Context(), r.PathValue("club"), key, r.FormValue("court")); err != nil {
		log.Error("book", "error", err)
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// walkIn books at the counter: the clerk's program has no caller but the clerk.
func (h *hall) walkIn(ctx context.Context, club, court string) error {
	return h.book(ctx, club, ident.Ensure(""), court)
}
