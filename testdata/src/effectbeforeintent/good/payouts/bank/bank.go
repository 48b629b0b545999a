// Package bank talks to the bank, which drops a transfer whose reference it knows.
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
func (c *Client) Transfer(ctx context.Context, reference, iban, amount string) (string, error) {
	form := url.Values{"iban": {iban}, "amount": {amount}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/transfers", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Idempotency-Key", reference)
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

// Rate is what a foreign transfer costs today. To ask changes nothing.
func (c *Client) Rate(ctx context.Context, currency string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/rates/"+url.PathEscape(currency), nil)
	if err != nil {
		return "", err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var out struct{ Rate string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Rate, err
}
