// Package idem takes keys from requests.
package idem

import (
	"context"
	"net/http"
)

type keyOf struct{}

// Middleware refuses requests without a key, and puts the key into the context.
func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

// Key is the key of the request.
func Key(ctx context.Context) string {
	key, _ := ctx.Value(keyOf{}).(string)
	return key
}
