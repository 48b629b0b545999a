// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

// That callers may send the header is said to their browsers only.
func allow(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Idempotency-Key")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// The body is a map, in which nobody looks for a key: no type says that there may be one.
func post(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in map[string]any
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if _, err := db.ExecContext(r.Context(), `INSERT INTO map_orders (dish) VALUES ($1)`, in["dish"]); err != nil {
			http.Error(w, "not stored", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}
}

// store is implemented in a package that main hands over. Whether it looks at the token is not visible.
type store interface {
	Add(ctx context.Context, in order) error
}

type order struct {
	Dish        string `json:"dish"`
	ClientToken string `json:"clientToken"`
}

func hand(s store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in order
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := s.Add(r.Context(), in); err != nil {
			http.Error(w, "not stored", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}
}
