// Package albums keeps albums of photos. PUT sets what is under an id, and DELETE makes sure that nothing is.
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
	mux.HandleFunc("PUT /albums/{id}", s.put)
	mux.HandleFunc("DELETE /albums/{id}", s.delete)
	mux.HandleFunc("POST /albums", s.post)
	mux.HandleFunc("GET /albums/{id}", s.get)
	return mux
}

// docs:begin putinserts-good
func (s *server) put(w http.ResponseWriter, r *http.Request) {
	a := album{ID: r.PathValue("id"), Title: r.FormValue("title")}
	_, err := s.db.ExecContext(r.Context(), `INSERT INTO albums (id, title) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET title = excluded.title`, a.ID, a.Title)
	if err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}

func (s *server) delete(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.ExecContext(r.Context(), `DELETE FROM albums WHERE id = $1`, r.PathValue("id")); err != nil {
		http.Error(w, "not deleted", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// docs:end putinserts-good

// post makes a new album each time: that is what POST says.
func (s *server) post(w http.ResponseWriter, r *http.Request) {
	a := album{ID: uuid.NewString(), Title: r.FormValue("title")}
	if _, err := s.db.ExecContext(r.Context(), `INSERT INTO albums (id, title) VALUES ($1, $2)`, a.ID, a.Title); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(a)
}

func (s *server) get(w http.ResponseWriter, r *http.Request) {
	a := album{ID: r.PathValue("id")}
	if err := s.db.QueryRowContext(r.Context(), `SELECT title FROM albums WHERE id = $1`, a.ID).Scan(&a.Title); err != nil {
		http.Error(w, "no such album", http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(a)
}
