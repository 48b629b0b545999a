// Package lookup has receivers that take no key. After a lost reply it looks for what it may have made before it makes
// anything, or leaves it at one attempt.
package lookup

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/hashicorp/go-retryablehttp"
)

var errUnclear = errors.New("the tree may or may not be planted")

// garden is a client of a service of gardeners.
type garden struct {
	hc   *http.Client
	root string
}

// plant asks again only when no connection came about, so that the gardener cannot have heard anything.
func (g *garden) plant(ctx context.Context, kind string) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.root+"/trees", strings.NewReader(kind))
		if err != nil {
			return err
		}
		resp, err := g.hc.Do(req)
		if errors.Is(err, syscall.ECONNREFUSED) {
			continue
		}
		if err != nil {
			return errors.Join(errUnclear, err)
		}
		return resp.Body.Close()
	}
	return syscall.ECONNREFUSED
}

// exists looks for a tree by its plot.
func (g *garden) exists(ctx context.Context, plot string) (bool, error) {
	var err error
	for range 5 {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodGet, g.root+"/trees?plot="+url.QueryEscape(plot), nil)
		if err != nil {
			return false, err
		}
		var resp *http.Response
		if resp, err = g.hc.Do(req); err != nil {
			continue
		}
		var found []json.RawMessage
		err = json.NewDecoder(resp.Body).Decode(&found)
		_ = resp.Body.Close()
		if err == nil {
			return len(found) > 0, nil
		}
	}
	return false, err
}

// readers repeat, writers do not: the policy looks at the context, which is there also when the reply is lost.
type methodKey struct{}

func careful() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if ctx.Value(methodKey{}) == http.MethodPost {
			return false, err
		}
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	return c
}

// water reads through the careful client.
func water(ctx context.Context, c *retryablehttp.Client, root string) error {
	ctx = context.WithValue(ctx, methodKey{}, http.MethodGet)
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, root+"/weather", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
