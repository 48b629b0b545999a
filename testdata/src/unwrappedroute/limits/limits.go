// Package limits holds mistakes that the rule does not see.
package limits

import (
	"database/sql"
	"net/http"
)

type farm struct{ db *sql.DB }

func withKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Idempotency-Key") == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// The routes are data: which of them is wrapped is decided in a loop.
func (f *farm) routes(mux *http.ServeMux, sow, water http.HandlerFunc) {
	for _, route := range []struct {
		pattern string
		handler http.HandlerFunc
		keyed   bool
	}{
		{"POST /seeds", sow, true},
		{"POST /trees", f.plant, false},
		{"POST /waterings", water, true},
	} {
		var h http.Handler = route.handler
		if route.keyed {
			h = withKey(h)
		}
		mux.Handle(route.pattern, h)
	}
}

func (f *farm) plant(w http.ResponseWriter, r *http.Request) {
	if _, err := f.db.ExecContext(r.Context(), `INSERT INTO trees (kind) VALUES ($1)`, r.FormValue("kind")); err != nil {
		http.Error(w, "not planted", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
