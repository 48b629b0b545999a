// Package bank talks to the bank.
package bank

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Client is one account at the bank.
type Client struct {
	HTTP *http.Client
	Base string
}

// Transfer sends money and gives the bank's number of the transfer.
func (c *Client) Transfer(ctx context.Context, iban, amount string) (string, error) {
	form := url.Values{"iban": {iban}, "amount": {amount}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/transfers", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("bank: %s", resp.Status)
	}
	var out struct{ Number string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Number, err
}
