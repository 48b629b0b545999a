// Package gateway talks to the provider under its caller's keys, and refuses a call without one.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// Gateway sends requests.
type Gateway struct {
	hc   *http.Client
	root string
}

// NewKey returns a new key.
func NewKey() string { return "gw-" + uuid.NewString() }

// Send posts to path under the given key.
func (g *Gateway) Send(ctx context.Context, path, key string) error {
	if key == "" {
		return errors.New("gateway: no key")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.root+path, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := g.hc.Do(req)
	if err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("gateway: %s", resp.Status)
	}
	return nil
}
