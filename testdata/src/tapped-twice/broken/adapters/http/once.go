package http

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/tapped-twice/broken/domain"
)

// tape records an answer while it is given.
type tape struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (t *tape) WriteHeader(status int) {
	t.status = status
	t.ResponseWriter.WriteHeader(status)
}

func (t *tape) Write(p []byte) (int, error) {
	t.body.Write(p)
	return t.ResponseWriter.Write(p)
}

// once answers a key as it was answered the first time.
func (a *API) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
			return
		}
		scope := r.URL.Path + ":" + caller(r) + ":" + key
		owner := uuid.NewString()
		status, body, err := a.Answers.Find(r.Context(), scope)
		if err == nil {
			replay(w, status, body)
			return
		}
		if !errors.Is(err, domain.ErrNotFound) {
			refuse(w, err)
			return
		}
		// Seeds: S4, the distributed dedup race: two servers look, neither finds the key, both go on.
		if err := a.Answers.Begin(r.Context(), scope, owner); err != nil { // linked "IDV301: "
			refuse(w, err)
			return
		}
		rec := &tape{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		a.keep(context.WithoutCancel(r.Context()), scope, owner, rec)
	})
}

func (a *API) keep(ctx context.Context, scope, owner string, rec *tape) {
	// Seeds: S3, terminal versus transient: a 503 is kept, and the key answers 503 long after the database is back.
	_ = a.Answers.Store(ctx, scope, rec.status, rec.body.Bytes()) // linked "IDV306: "
}

func replay(w http.ResponseWriter, status int, body []byte) {
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
