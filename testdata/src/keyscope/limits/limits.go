// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"net/http"
)

// keys hides its statement, in which only the key is unique, behind an interface.
type keys interface {
	Known(ctx context.Context, key string) (bool, error)
}

func known(k keys, r *http.Request) (bool, error) {
	return k.Known(r.Context(), r.Header.Get("Idempotency-Key")) // miss: IDV107 the store behind an interface is not known
}
