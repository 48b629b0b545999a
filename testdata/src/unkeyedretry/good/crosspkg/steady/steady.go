// Package steady has a client that sends again what failed, for the methods that may be repeated.
package steady

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Client repeats.
type Client struct {
	hc    *http.Client
	tries int
	pause time.Duration
}

// Option changes a client.
type Option func(*Client)

// Tries sets the number of attempts.
func Tries(n int) Option { return func(c *Client) { c.tries = n } }

// New makes a client of three attempts.
func New(opts ...Option) *Client {
	c := &Client{hc: &http.Client{Timeout: 20 * time.Second}, tries: 3, pause: time.Second}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Send sends a request and repeats it when it failed.
func (c *Client) Send(ctx context.Context, method, url string, header http.Header, body []byte) (*http.Response, error) {
	var errs []error
	for range c.tries {
		resp, err := c.once(ctx, method, url, header, body)
		if err == nil {
			return resp, nil
		}
		errs = append(errs, err)
		time.Sleep(c.pause)
	}
	return nil, errors.Join(errs...)
}

// Once sends a request and leaves it at that.
func (c *Client) Once(ctx context.Context, method, url string, body []byte) (*http.Response, error) {
	return c.once(ctx, method, url, nil, body)
}

func (c *Client) once(ctx context.Context, method, url string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if header != nil {
		req.Header = header
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusInternalServerError {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("%s %s: %s", method, url, resp.Status)
	}
	return resp, nil
}
