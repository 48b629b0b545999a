// Package whole puts the middleware around everything, or around nothing, or has it in the handler.
package whole

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/labstack/echo/v4"
)

type keyOf struct{}

// idempotency lets requests that read pass without a key.
func idempotency(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" && r.Method == http.MethodPost {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

type mill struct{ db *sql.DB }

// routes wraps the router and not each route.
func (m *mill) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mills/{mill}/sacks", m.sack)
	mux.HandleFunc("POST /mills/{mill}/stones", m.stone)
	return idempotency(mux)
}

func (m *mill) sack(w http.ResponseWriter, r *http.Request) {
	key, _ := r.Context().Value(keyOf{}).(string)
	m.store(w, r, `INSERT INTO sacks (mill, request, content) VALUES ($1, $2, $3) ON CONFLICT (mill, request) DO NOTHING`, key)
}

func (m *mill) stone(w http.ResponseWriter, r *http.Request) {
	key, _ := r.Context().Value(keyOf{}).(string)
	m.store(w, r, `INSERT INTO stones (mill, request, content) VALUES ($1, $2, $3) ON CONFLICT (mill, request) DO NOTHING`, key)
}

func (m *mill) store(w http.ResponseWriter, r *http.Request, insert, key string) {
	if _, err := m.db.ExecContext(r.Context(), insert, r.PathValue("mill"), key, r.FormValue("content")); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// mixed has one route behind the middleware, and one whose handler reads the key itself.
func (m *mill) mixed(mux *http.ServeMux) {
	mux.Handle("POST /mills/{mill}/sacks", idempotency(http.HandlerFunc(m.sack)))
	mux.HandleFunc("POST /mills/{mill}/wheels", m.wheel)
}

func (m *mill) wheel(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "a key, please", http.StatusBadRequest)
		return
	}
	m.store(w, r, `INSERT INTO wheels (mill, request, content) VALUES ($1, $2, $3) ON CONFLICT (mill, request) DO NOTHING`, key)
}

// admin is another router, for people. None of its routes has a key.
func (m *mill) admin(e *echo.Echo) {
	e.POST("/notes", m.note)
	e.POST("/remarks", m.note)
}

func (m *mill) note(c echo.Context) error {
	if _, err := m.db.ExecContext(c.Request().Context(), `INSERT INTO mill_notes (text) VALUES ($1)`, c.FormValue("text")); err != nil {
		return err
	}
	return c.NoContent(http.StatusCreated)
}
