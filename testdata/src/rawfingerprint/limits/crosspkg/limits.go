// Package limits compares fingerprints in ways that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/cases/rawfingerprint/bad/crosspkg/digest"
)

type store interface {
	Fingerprint(ctx context.Context, tenant, key string) (string, error)
}

// Compare answers whether the request is the one that the key was given to.
func Compare(s store, r *http.Request) (bool, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false, err
	}
	known, err := s.Fingerprint(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"))
	if err != nil {
		return false, err
	}
	return known == digest.Of([]byte(r.URL.Path), body), nil // miss: IDV108 the name of a method does not make what it returns a fingerprint
}

// Headers has them all in it.
func Headers(s store, r *http.Request) (bool, error) {
	headers, err := json.Marshal(r.Header)
	if err != nil {
		return false, err
	}
	fingerprint := digest.Of(headers, []byte(r.URL.RawQuery)) // miss: IDV108 the headers as a whole are not looked at, only those that are named
	known, err := s.Fingerprint(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"))
	return known == fingerprint, err
}
