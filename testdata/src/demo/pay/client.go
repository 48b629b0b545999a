// Package pay charges cards through the payment provider.
package pay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v4"

	"example.com/demo/ids"
)

// Client talks to the payment provider.
type Client struct {
	BaseURL string
	HTTP    *http.Client
}

// Charge is a request for money.
type Charge struct {
	OrderID string `json:"order_id"`
	Cents   int64  `json:"cents"`
}

// Charge takes the money for an order. The provider loses replies now and then, so it tries again.
func (c *Client) Charge(ctx context.Context, ch Charge) error {
	op := func() error {
		req, err := c.request(ctx, "/charges", ch)
		if err != nil {
			return backoff.Permanent(err)
		}
		// want "IDV101: Idempotency-Key gets a new value"
		req.Header.Set("Idempotency-Key", ids.NewKey())
		return c.send(req)
	}
	return backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// ChargeOnce is Charge done right: the key belongs to the order, so every attempt carries the same one.
func (c *Client) ChargeOnce(ctx context.Context, ch Charge) error {
	key := ids.OrderKey(ch.OrderID)
	op := func() error {
		req, err := c.request(ctx, "/charges", ch)
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", key)
		return c.send(req)
	}
	return backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func (c *Client) request(ctx context.Context, path string, body any) (*http.Request, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return http.NewRequestWithContext(ctx, http.MethodPost, c.BaseURL+path, bytes.NewReader(raw))
}

func (c *Client) send(req *http.Request) error {
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("provider answered %s", resp.Status)
	}
	return nil
}
