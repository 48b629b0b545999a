// Package keys mints, and in part sends, what other packages use as keys.
package keys

import (
	"net/http"

	"github.com/google/uuid"
)

// New returns a new key each time.
func New() string { return "k-" + suffix() }

func suffix() string { return uuid.NewString() }

// Post sends a request under a new key.
func Post(c *http.Client, req *http.Request) error {
	req.Header.Set("Idempotency-Key", New())
	_, err := c.Do(req)
	return err
}

// Options are what a caller can choose.
type Options struct{ Key string }

// PostWith sends a request under the caller's key, or a new one if there is none.
func PostWith(c *http.Client, req *http.Request, o Options) error {
	key := o.Key
	if key == "" {
		key = New()
	}
	req.Header.Set("Idempotency-Key", key)
	_, err := c.Do(req)
	return err
}

// Ensure fills in a key once.
func Ensure(o *Options) {
	if o.Key == "" {
		o.Key = New()
	}
}
