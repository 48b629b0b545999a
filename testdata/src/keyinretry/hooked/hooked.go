// Package hooked is a client that calls a hook of its user before every attempt.
package hooked

import (
	"context"
	"net/http"
)

// Config sets a Client up.
type Config struct {
	Attempts int
	Before   func(*http.Request) // called before each attempt
	Built    func(*http.Request) // called once for each call
}

// Client sends requests.
type Client struct {
	cfg  *Config
	http *http.Client
}

// New returns a client.
func New(cfg *Config) *Client { return &Client{cfg: cfg, http: http.DefaultClient} }

// Post sends a request, again and again if need be.
func (c *Client) Post(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return nil, err
	}
	if c.cfg.Built != nil {
		c.cfg.Built(req)
	}
	var resp *http.Response
	for i := 0; i < c.cfg.Attempts; i++ {
		if c.cfg.Before != nil {
			c.cfg.Before(req)
		}
		if resp, err = c.http.Do(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
