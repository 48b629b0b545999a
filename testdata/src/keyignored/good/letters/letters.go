// Package letters prints letters. The table lets each id of a request in once, and the violation is taken for success.
package letters

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type letter struct {
	ClientRequestID string `json:"client_request_id"`
	Body            string `json:"body"`
}

type office struct{ pool *pgxpool.Pool }

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
	_, err := o.pool.Exec(ctx, `insert into printed_letters (sender, client_request, body) values ($1, $2, $3)`, sender, in.ClientRequestID, in.Body)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	return err
}
