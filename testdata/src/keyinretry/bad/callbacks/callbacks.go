// Package callbacks mints in functions that another package calls before each of its attempts.
package callbacks

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/keyinretry/bad/callbacks/courier"
)

// dispatch sets the callback through a method.
func dispatch(ctx context.Context, req *http.Request) error {
	c := courier.New(http.DefaultClient, nil).OnAttempt(func(r *http.Request) {
		r.Header.Set("X-Idempotency-Key", uuid.NewString()) // want "IDV101: X-Idempotency-Key"
	})
	return c.Deliver(ctx, req)
}
