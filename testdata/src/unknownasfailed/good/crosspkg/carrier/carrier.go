// Package carrier orders transports, and tells a refusal from silence.
package carrier

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// ErrRefused says that there will be no transport.
var ErrRefused = errors.New("refused")

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
	if resp.StatusCode == http.StatusConflict || resp.StatusCode == http.StatusUnprocessableEntity {
		return ErrRefused
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("carrier: %s", resp.Status)
	}
	return nil
}
