// Package crosspkg has what it has decoded hashed in another package.
package crosspkg

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/cases/rawfingerprint/good/crosspkg/digest"
)

type store interface {
	Fingerprint(ctx context.Context, tenant, key string) (string, error)
}

type loan struct {
	Book string `json:"book"`
	Days int    `json:"days"`
}

// Compare answers whether the request is the one that the key was given to.
func Compare(s store, r *http.Request) (bool, error) {
	var l loan
	if err := json.NewDecoder(r.Body).Decode(&l); err != nil {
		return false, err
	}
	known, err := s.Fingerprint(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"))
	if err != nil {
		return false, err
	}
	return known == digest.Of([]byte("POST /loans"), []byte(l.Book), []byte(strconv.Itoa(l.Days))), nil
}
