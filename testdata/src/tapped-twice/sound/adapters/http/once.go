package http

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/tapped-twice/sound/domain"
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

// once answers a key as it was answered the first time. What may be different tomorrow is not kept.
func (a *API) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
			return
		}
		scope := r.URL.Path + ":" + caller(r) + ":" + key
		owner := uuid.NewString()
		mine, err := a.Answers.Begin(r.Context(), scope, owner)
		if err != nil {
			refuse(w, err)
			return
		}
		if !mine {
			a.replay(w, r, scope)
			return
		}
		rec := &tape{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		a.keep(context.WithoutCancel(r.Context()), scope, owner, rec)
	})
}

func (a *API) keep(ctx context.Context, scope, owner string, rec *tape) {
	if rec.status >= http.StatusInternalServerError {
		_ = a.Answers.Forget(ctx, scope, owner)
		return
	}
	_ = a.Answers.Store(ctx, scope, rec.status, rec.body.Bytes())
}

func (a *API) replay(w http.ResponseWriter, r *http.Request, scope string) {
	status, body, err := a.Answers.Find(r.Context(), scope)
	if errors.Is(err, domain.ErrNotFound) {
		err = domain.ErrBusy
	}
	if err != nil {
		refuse(w, err)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
