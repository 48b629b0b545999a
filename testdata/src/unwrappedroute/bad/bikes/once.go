package bikes

import (
	"context"
	"database/sql"
	"net/http"
)

type shop struct{ db *sql.DB }

// action does in a transaction what a request asks for.
type action func(ctx context.Context, tx *sql.Tx, r *http.Request) error

// once runs an action for a key that is new. The key is stored in the action's transaction.
func (s *shop) once(do action) http.Handler {
	first := s.plain(func(ctx context.Context, tx *sql.Tx, r *http.Request) error {
		res, err := tx.ExecContext(ctx, `INSERT INTO bike_keys (guest, path, key) VALUES ($1, $2, $3) ON CONFLICT (guest, path, key) DO NOTHING`,
			r.Header.Get("X-Guest"), r.URL.Path, r.Header.Get("Idempotency-Key"))
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return do(ctx, tx, r)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Idempotency-Key") == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		first.ServeHTTP(w, r)
	})
}

// plain runs an action each time.
func (s *shop) plain(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.within(r, do); err != nil {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

func (s *shop) within(r *http.Request, do action) error {
	tx, err := s.db.BeginTx(r.Context(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(r.Context(), tx, r); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *shop) stock(w http.ResponseWriter, r *http.Request) {
	var n int
	if err := s.db.QueryRowContext(r.Context(), `SELECT count(*) FROM bikes`).Scan(&n); err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusOK)
}
