// Package albums keeps albums of photos. PUT makes another album each time, and DELETE fails the second time.
package albums

import (
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
)

type album struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type server struct{ db *sql.DB }

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /albums/{title}", s.put)
	mux.HandleFunc("DELETE /albums/{id}", s.delete)
	return mux
}

// docs:begin putinserts-bad
func (s *server) put(w http.ResponseWriter, r *http.Request) {
	a := album{ID: uuid.NewString(), Title: r.PathValue("title")}
	_, err := s.db.ExecContext(r.Context(), `INSERT INTO albums (id, title) VALUES ($1, $2)`, a.ID, a.Title) // want "IDV701: .*albums"
	if err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (s *server) delete(w http.ResponseWriter, r *http.Request) {
	res, err := s.db.ExecContext(r.Context(), `DELETE FROM albums WHERE id = $1`, r.PathValue("id"))
	if err != nil {
		http.Error(w, "not deleted", http.StatusInternalServerError)
		return
	}
	if n, err := res.RowsAffected(); err == nil && n == 0 {
		http.Error(w, "no such album", http.StatusNotFound) // want "IDV701: .*404"
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// docs:end putinserts-bad
