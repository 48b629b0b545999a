// Package gateway talks to the provider. It takes keys from package ident; it does not retry.
package gateway

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"example.com/cases/keyinretry/bad/crosspkg/ident"
)

// Gateway sends requests.
type Gateway struct {
	hc   *http.Client
	root string
	keys *ident.Maker
}

// New returns a gateway.
func New(root string) *Gateway {
	return &Gateway{hc: http.DefaultClient, root: root, keys: &ident.Maker{Prefix: "gw"}}
}

// Capture takes the money that was reserved before. Each call has its own key.
func (g *Gateway) Capture(ctx context.Context, payment string) error {
	return g.post(ctx, "/payments/"+payment+"/capture", g.keys.Next())
}

// Send posts to path under the given key.
func (g *Gateway) Send(ctx context.Context, path, key string) error { return g.post(ctx, path, key) }

func (g *Gateway) post(ctx context.Context, path, key string) error {
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
