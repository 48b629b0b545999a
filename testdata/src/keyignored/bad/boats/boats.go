// Package boats lends boats. The request has a token, and nobody asks for it.
package boats

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
)

// docs:begin keyignored-bad
type rental struct {
	Boat        string `json:"boat"`
	Hours       int    `json:"hours"`
	ClientToken string `json:"clientToken"`
}

func (p *pier) post(w http.ResponseWriter, r *http.Request) {
	var in rental
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id, err := p.lend(r.Context(), r.PathValue("guest"), in)
	if err != nil {
		http.Error(w, "no boat", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"id": id})
}

func (p *pier) lend(ctx context.Context, guest string, in rental) (string, error) {
	id := uuid.NewString()
	_, err := p.db.ExecContext(ctx, `INSERT INTO rentals (id, guest, boat, hours) VALUES ($1, $2, $3, $4)`, id, guest, in.Boat, in.Hours) // want "IDV702: .*rentals"
	return id, err
}

// docs:end keyignored-bad

type pier struct{ db *sql.DB }

func (p *pier) routes(mux *http.ServeMux) { mux.HandleFunc("POST /guests/{guest}/rentals", p.post) }
