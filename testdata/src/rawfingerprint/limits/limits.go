// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

type binder interface {
	Bind(ctx context.Context, tenant, key, fingerprint string) (same bool, err error)
}

// The map has all fields in it, also those that nobody asked for.
func decoded(b binder, r *http.Request) (bool, error) {
	var all map[string]any
	if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
		return false, err
	}
	sorted, err := json.Marshal(all)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(sorted) // miss: IDV108 which fields of a decoded map mean something is not known
	return b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(sum[:]))
}

// The body itself is kept and compared.
type copies struct{ bodies map[string]string }

func (c *copies) same(r *http.Request, body io.Reader) (bool, error) {
	raw, err := io.ReadAll(body)
	if err != nil {
		return false, err
	}
	known, ok := c.bodies[r.PathValue("tenant")+"/"+r.Header.Get("Idempotency-Key")]
	return !ok || strings.EqualFold(known, string(raw)), nil // miss: IDV108 bodies that are compared without a hash
}

// Nothing says that the bytes are those of a request.
func opaque(ctx context.Context, b binder, tenant, key string, payload []byte) (bool, error) {
	sum := sha256.Sum256(payload) // miss: IDV108 the origin of a parameter is not known
	return b.Bind(ctx, tenant, key, hex.EncodeToString(sum[:]))
}
