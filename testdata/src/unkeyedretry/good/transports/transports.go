// Package transports repeats below the client, and looks at what it repeats.
package transports

import (
	"io"
	"net/http"
	"slices"
	"time"
)

// choosy repeats what may be repeated.
type choosy struct{ base http.RoundTripper }

func (c *choosy) RoundTrip(req *http.Request) (*http.Response, error) {
	tries := 1
	if slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete}, req.Method) {
		tries = 4
	}
	var (
		resp *http.Response
		err  error
	)
	for range tries {
		if resp, err = c.base.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// keyed repeats what bears a key.
type keyed struct{ base http.RoundTripper }

func (k keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := k.base.RoundTrip(req)
	for i := 0; i < 3 && err != nil && safe(req); i++ {
		resp, err = k.base.RoundTrip(req)
	}
	return resp, err
}

func safe(req *http.Request) bool {
	return req.Method == http.MethodGet || req.Header.Get("Idempotency-Key") != ""
}

// counting goes on to the next server for reads: a body means that it is none.
type counting struct {
	base  http.RoundTripper
	hosts []string
}

func (c counting) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Body != nil {
		return c.base.RoundTrip(req)
	}
	for _, h := range c.hosts {
		next := req.Clone(req.Context())
		next.Host = h
		if resp, err = c.base.RoundTrip(next); err == nil {
			return resp, nil
		}
	}
	return nil, io.ErrUnexpectedEOF
}
