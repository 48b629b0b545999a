package hookorder

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

// retryingResty has both hooks of resty; each runs before every attempt.
func retryingResty() *resty.Client {
	c := resty.New()
	c.SetRetryCount(3).SetRetryWaitTime(200 * time.Millisecond)
	c.SetPreRequestHook(func(_ *resty.Client, r *http.Request) error {
		r.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		return nil
	})
	return c
}

// named is a hook with a name.
func named(_ *resty.Client, r *resty.Request) error {
	r.SetHeader("X-Idempotency-Key", uuid.NewString()) // want "IDV101: X-Idempotency-Key"
	return nil
}

func namedResty() *resty.Client {
	return resty.New().SetRetryCount(2).OnBeforeRequest(named)
}

// logging is meant for logs, but it can change the request, and runs before every attempt.
func logging() *http.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 6
	c.RequestLogHook = func(_ retryablehttp.Logger, req *http.Request, _ int) {
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
	}
	return c.StandardClient()
}

// fillCopy looks for the header first, but writes it to a copy: the next attempt starts without it again.
type fillCopy struct{ next http.RoundTripper }

func (t *fillCopy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Idempotency-Key") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
	}
	return t.next.RoundTrip(r)
}
