// Package middleware hands the caller's key on, or refuses the request; and it makes ids that are no keys.
package middleware

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/oklog/ulid/v2"
)

// Gin refuses.
func Gin() gin.HandlerFunc {
	return func(c *gin.Context) {
		key := c.GetHeader("Idempotency-Key")
		if len(key) == 0 {
			c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": "Idempotency-Key is missing"})
			return
		}
		c.Set("idempotencyKey", key)
		c.Next()
	}
}

type keyOf struct{}

// Echo gives the error back.
func Echo(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		key := cmp.Or(r.Header.Get("X-Idempotency-Key"), r.Header.Get("Idempotency-Key"))
		if key == "" {
			return echo.NewHTTPError(http.StatusBadRequest, "no key")
		}
		c.SetRequest(r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
		return next(c)
	}
}

type requestOf struct{}

// Trace names each request for the log. Nobody recognises a repeat by it.
func Trace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if id == "" {
			id = ulid.Make().String()
		}
		w.Header().Set("X-Request-Id", id)
		slog.InfoContext(r.Context(), "request", "id", id, "path", r.URL.Path)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestOf{}, id)))
	})
}

// Visitor gives a browser a cookie on its first visit.
func Visitor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie("visitor")
		if err != nil {
			c = &http.Cookie{Name: "visitor", Value: rand.Text(), HttpOnly: true, Secure: true}
			http.SetCookie(w, c)
		}
		next.ServeHTTP(w, r)
	})
}

// key tells whether there was one.
func key(r *http.Request) (string, bool) {
	sent := r.Header.Get("Idempotency-Key")
	return sent, sent != ""
}

func routes(r chi.Router, create func(w http.ResponseWriter, r *http.Request, idempotencyKey string)) {
	r.Post("/tickets", func(w http.ResponseWriter, r *http.Request) {
		k, ok := key(r)
		if !ok {
			http.Error(w, "no key", http.StatusBadRequest)
			return
		}
		create(w, r, k)
	})
}

// gate lets the callers' keys through and adds a trace of its own.
func gate(inner *url.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(inner)
		p.Out.Header.Set("X-Correlation-Id", uuid.NewString())
	}}
}
