// Package lifetime makes its key once for the whole process: everything that the process ever sends carries it.
package lifetime

import (
	"context"
	"crypto/rand"
	"net/http"

	"github.com/google/uuid"
)

// pressKey is random, but made only when the program starts.
var pressKey = uuid.NewString()

// Print orders prints.
func Print(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Add("X-Idempotency-Key", pressKey) // want "IDV104: X-Idempotency-Key"
	return do(hc, req)
}

// binder takes its key from the variable when it is made.
type binder struct {
	hc      *http.Client
	headers http.Header
}

var bindKey = rand.Text()

func newBinder(hc *http.Client) *binder {
	h := http.Header{}
	h.Set("Accept", "application/json")
	h.Set("Idempotency-Key", "bind-"+bindKey) // want "IDV104: Idempotency-Key"
	return &binder{hc: hc, headers: h}
}

// Bind orders a binding; all bindings share the headers.
func (b *binder) Bind(req *http.Request) error {
	req.Header = b.headers.Clone()
	return do(b.hc, req)
}

func do(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
