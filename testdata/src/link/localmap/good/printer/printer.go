// Package printer sends badges to the print shop.
package printer

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Client implements badges.Printer.
type Client struct{ URL string }

// Print orders one badge.
func (c *Client) Print(ctx context.Context, guest, name string) error {
	form := url.Values{"guest": {guest}, "name": {name}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/badges", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("print shop: %s", res.Status)
	}
	return nil
}
