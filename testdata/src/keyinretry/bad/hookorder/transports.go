package hookorder

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

// transportFunc makes a transport of a function.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// belowRetries is the transport below a client that retries.
func belowRetries() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = transportFunc(func(r *http.Request) (*http.Response, error) {
		out := r.Clone(r.Context())
		out.Header.Set("Idempotency-Key", uuid.NewString()) // linked "IDV101: uuid.NewString"
		return http.DefaultTransport.RoundTrip(out)
	})
	return c
}
