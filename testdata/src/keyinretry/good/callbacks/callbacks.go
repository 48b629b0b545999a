// Package callbacks mints in a function that is called once for each request; what is called in each attempt only logs.
package callbacks

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/keyinretry/good/callbacks/courier"
)

type stamper struct{ site string }

func (s stamper) Prepare(req *http.Request) error {
	req.Header.Set("Idempotency-Key", s.site+":"+uuid.NewString())
	return nil
}

func dispatch(ctx context.Context, req *http.Request) error {
	c := courier.New(http.DefaultClient, stamper{site: "north"}).OnAttempt(func(r *http.Request) {
		r.Header.Set("X-Attempt-Id", uuid.NewString())
	})
	return c.Deliver(ctx, req)
}

// dispatchAll gives each attempt the key that was made for the request.
func dispatchAll(ctx context.Context, reqs []*http.Request) error {
	for _, req := range reqs {
		key := uuid.NewString()
		c := courier.New(http.DefaultClient, nil).OnAttempt(func(r *http.Request) {
			r.Header.Set("X-Idempotency-Key", key)
		})
		if err := c.Deliver(ctx, req); err != nil {
			return err
		}
	}
	return nil
}
