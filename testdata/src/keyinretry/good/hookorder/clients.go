package hookorder

import (
	"net/http"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

// plainResty has a hook, but does not retry.
func plainResty() *resty.Client {
	c := resty.New()
	c.SetPreRequestHook(func(_ *resty.Client, r *http.Request) error {
		r.Header.Set("Idempotency-Key", uuid.NewString())
		return nil
	})
	return c
}

// tracedResty retries; the id of each attempt is for the logs.
func tracedResty() *resty.Client {
	c := resty.New().SetRetryCount(3)
	return c.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		r.SetHeader("X-Request-Id", uuid.NewString())
		return nil
	})
}

// charge makes the key where the request is built; resty sends it again as it is.
func charge(c *resty.Client, body any) (*resty.Response, error) {
	return c.R().SetBody(body).SetHeader("Idempotency-Key", uuid.NewString()).Post("/charges")
}

// retryable makes the key where the request is built.
func retryable(c *retryablehttp.Client, body []byte) (*http.Response, error) {
	req, err := retryablehttp.NewRequest(http.MethodPost, "https://rail.example/tickets", body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	return c.Do(req)
}

// counting numbers the attempts for the logs.
func counting() *http.Client {
	c := retryablehttp.NewClient()
	c.RequestLogHook = func(_ retryablehttp.Logger, req *http.Request, _ int) {
		req.Header.Set("X-Attempt-Id", uuid.NewString())
	}
	return c.StandardClient()
}

// fillOnce lets the transport above make the key, and retries below it: the transport runs once per call.
type fillOnce struct{ hc *http.Client }

func newFillOnce() *fillOnce { return &fillOnce{hc: retryablehttp.NewClient().StandardClient()} }

func (t *fillOnce) post(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Idempotency-Key") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return t.hc.Do(r)
}

// required refuses what has no key.
type required struct{ next http.RoundTripper }

func (t *required) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost && r.Header.Get("Idempotency-Key") == "" {
		return nil, http.ErrNotSupported
	}
	return t.next.RoundTrip(r)
}
