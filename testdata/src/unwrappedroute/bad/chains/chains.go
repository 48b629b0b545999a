// Package chains wraps handlers by a helper that puts all middleware around them. One route uses the helper for reading.
package chains

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
)

type keyOf struct{}

func idempotent(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.InfoContext(r.Context(), "request", "path", r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

func reading(h http.HandlerFunc) http.Handler { return logged(h) }

func writing(h http.HandlerFunc) http.Handler { return logged(idempotent(h)) }

type farm struct{ db *sql.DB }

func (f *farm) routes(mux *http.ServeMux) {
	mux.Handle("GET /farms/{farm}/eggs", reading(f.count))
	mux.Handle("POST /farms/{farm}/eggs", writing(f.lay))
	mux.Handle("POST /farms/{farm}/chicks", writing(f.hatch))
	mux.Handle("POST /farms/{farm}/feeds", reading(f.feed)) // want "IDV703: .*/feeds"
}

func (f *farm) count(w http.ResponseWriter, r *http.Request) {
	f.answer(w, f.db.QueryRowContext(r.Context(), `SELECT 1 FROM farm_eggs LIMIT 1`).Scan(new(int)))
}

func (f *farm) lay(w http.ResponseWriter, r *http.Request) {
	f.answer(w, f.keyed(r, `INSERT INTO farm_eggs (request, hen) VALUES ($1, $2) ON CONFLICT (request) DO NOTHING`))
}

func (f *farm) hatch(w http.ResponseWriter, r *http.Request) {
	f.answer(w, f.keyed(r, `INSERT INTO farm_chicks (request, hen) VALUES ($1, $2) ON CONFLICT (request) DO NOTHING`))
}

func (f *farm) keyed(r *http.Request, insert string) error {
	key, _ := r.Context().Value(keyOf{}).(string)
	_, err := f.db.ExecContext(r.Context(), insert, r.PathValue("farm")+"/"+key, r.FormValue("hen"))
	return err
}

func (f *farm) feed(w http.ResponseWriter, r *http.Request) {
	_, err := f.db.ExecContext(r.Context(), `INSERT INTO farm_feeds (hen, grams) VALUES ($1, $2)`, r.FormValue("hen"), r.FormValue("grams"))
	f.answer(w, err)
}

func (f *farm) answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
