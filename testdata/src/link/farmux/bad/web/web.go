// Package web has what all create routes share. The bodies of the routes are in other packages.
package web

import (
	"context"
	"io"
	"net/http"
)

// Creator makes one thing for a key that the client has chosen.
type Creator interface {
	Create(ctx context.Context, key string, body []byte) error
}

type route struct{ creator Creator }

// Route registers a creator.
func Route(mux *http.ServeMux, path string, c Creator) { mux.Handle("POST "+path, &route{creator: c}) }

// ServeHTTP reads the key and the body.
func (rt *route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "a key is needed", http.StatusBadRequest)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	if err := rt.creator.Create(r.Context(), key, body); err != nil { // linked "IDV402: "
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
