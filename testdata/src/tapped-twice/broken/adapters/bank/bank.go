// Package bank sends transfers.
package bank

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/cases/tapped-twice/broken/domain"
)

// Client is the bank.
type Client struct {
	HTTP *http.Client
	Base string
}

// Transfer sends money.
func (c *Client) Transfer(ctx context.Context, _, iban string, cents int64) (number string, err error) {
	data, err := json.Marshal(map[string]any{"iban": iban, "cents": cents})
	if err != nil {
		return "", err
	}
	for attempt := 1; ; attempt++ {
		number, err = c.send(ctx, data)
		if err == nil || errors.Is(err, domain.ErrRefused) || attempt == 3 {
			return number, err
		}
	}
}

func (c *Client) send(ctx context.Context, data []byte) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/transfers", bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	// Seeds: S3, the effects you cannot roll back: the transfer is repeated without the key by which the bank would know it.
	resp, err := c.HTTP.Do(req) // want "IDV106: POST"
	if err != nil {
		return "", fmt.Errorf("bank: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnprocessableEntity {
		return "", domain.ErrRefused
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return "", fmt.Errorf("bank: %s", resp.Status)
	}
	var answer struct {
		Number string `json:"number"`
	}
	err = json.NewDecoder(resp.Body).Decode(&answer)
	return answer.Number, err
}
