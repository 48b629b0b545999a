// Package middleware hands a key on to the handlers, whether the caller sent one or not.
package middleware

import (
	"cmp"
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
)

// Gin leaves the key with the context of gin.
func Gin() gin.HandlerFunc {
	return func(c *gin.Context) {
		key := c.GetHeader("Idempotency-Key")
		if len(key) == 0 {
			key = uuid.New().String() // want "IDV103: Idempotency-Key"
		}
		c.Set("idempotencyKey", key)
		c.Next()
	}
}

type keyOf struct{}

// Echo puts it on the context of the request.
func Echo(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		key := cmp.Or(r.Header.Get("X-Idempotency-Key"), ulid.Make().String()) // want "IDV103: (?i)X-Idempotency-Key"
		c.SetRequest(r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
		return next(c)
	}
}

// Header writes it back into the request, as if it had been there.
func Header(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.Header.Get("Idempotency-Key") == "" {
			r.Header.Set("Idempotency-Key", xid.New().String()) // want "IDV103: Idempotency-Key"
		}
		next.ServeHTTP(w, r)
	})
}

// key asks the caller first.
func key(r *http.Request) string {
	if sent := r.Header.Get("Idempotency-Key"); sent != "" {
		return sent
	}
	return rand.Text() // want "IDV103: Idempotency-Key"
}

func routes(r chi.Router, create func(w http.ResponseWriter, r *http.Request, idempotencyKey string)) {
	r.Post("/tickets", func(w http.ResponseWriter, r *http.Request) { create(w, r, key(r)) })
}

// gate overwrites the callers' keys on the way in, so that they are surely unique.
func gate(inner *url.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(inner)
		p.Out.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV103: Idempotency-Key"
	}}
}
