// Package boats lends boats. The token of the request makes the number of the rental.
package boats

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
)

var space = uuid.MustParse("6a3d1e52-0a51-4b0e-9df4-2f6e3f2b7c11")

// docs:begin keyignored-good
type rental struct {
	Boat        string `json:"boat"`
	Hours       int    `json:"hours"`
	ClientToken string `json:"clientToken"`
}

func (p *pier) post(w http.ResponseWriter, r *http.Request) {
	var in rental
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.ClientToken == "" {
		http.Error(w, "a boat, hours and a token, please", http.StatusBadRequest)
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
	id := uuid.NewSHA1(space, []byte(guest+"\x00"+in.ClientToken)).String()
	_, err := p.db.ExecContext(ctx, `INSERT INTO rentals (id, guest, boat, hours) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO NOTHING`, id, guest, in.Boat, in.Hours)
	return id, err
}

// docs:end keyignored-good

type pier struct{ db *sql.DB }

func (p *pier) routes(mux *http.ServeMux) { mux.HandleFunc("POST /guests/{guest}/rentals", p.post) }
