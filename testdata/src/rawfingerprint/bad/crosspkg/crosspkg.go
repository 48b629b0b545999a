// Package crosspkg has its bytes hashed in another package.
package crosspkg

import (
	"context"
	"io"
	"net/http"

	"example.com/cases/rawfingerprint/bad/crosspkg/digest"
)

type binder interface {
	Bind(ctx context.Context, tenant, key, fingerprint string) (same bool, err error)
}

// Bind binds the key to the path and the bytes that follow.
func Bind(b binder, w http.ResponseWriter, r *http.Request) (bool, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		return false, err
	}
	return b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), digest.Of([]byte(r.URL.Path), body)) // want "IDV108: "
}
