// Package carrier orders transports.
package carrier

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Client is a carrier.
type Client struct {
	HTTP *http.Client
	Base string
}

// Order orders a transport. The carrier knows a reference again.
func (c *Client) Order(ctx context.Context, reference, goods string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/transports", strings.NewReader(goods))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", reference)
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return fmt.Errorf("carrier: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("carrier: %s", resp.Status)
	}
	return nil
}
