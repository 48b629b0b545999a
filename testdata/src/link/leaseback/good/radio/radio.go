// Package radio talks to the gates of a canal.
package radio

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Client implements gates.Radio.
type Client struct{ URL string }

// Say tells a gate who its keeper is.
func (c *Client) Say(_ context.Context, gate, keeper string) error {
	res, err := http.Post(c.URL+"/gates/"+gate+"/keeper", "text/plain", strings.NewReader(keeper))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("gate %s: %s", gate, res.Status)
	}
	return nil
}
