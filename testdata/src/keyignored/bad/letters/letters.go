// Package letters prints letters. The sender's id of a request is in the table, for the support.
package letters

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"
)

type letter struct {
	ClientRequestID string `json:"client_request_id"`
	Body            string `json:"body"`
}

type office struct{ db *sql.DB }

func (o *office) routes(r chi.Router) { r.Post("/senders/{sender}/letters", o.post) }

func (o *office) post(w http.ResponseWriter, r *http.Request) {
	var in letter
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := o.add(r.Context(), chi.URLParam(r, "sender"), in); err != nil {
		http.Error(w, "not printed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (o *office) add(ctx context.Context, sender string, in letter) error {
	_, err := o.db.ExecContext(ctx, `INSERT INTO typed_letters (sender, client_request, body) VALUES ($1, $2, $3)`, sender, in.ClientRequestID, in.Body) // want "IDV702: .*typed_letters"
	return err
}
