// Package bank sends transfers.
package bank

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/cases/tapped-twice/sound/domain"
)

// Client is the bank.
type Client struct {
	HTTP *http.Client
	Base string
}

// Transfer sends money. The bank does it once for each key.
func (c *Client) Transfer(ctx context.Context, key, iban string, cents int64) (number string, err error) {
	data, err := json.Marshal(map[string]any{"iban": iban, "cents": cents})
	if err != nil {
		return "", err
	}
	for attempt := 1; ; attempt++ {
		number, err = c.send(ctx, key, data)
		if err == nil || errors.Is(err, domain.ErrRefused) || attempt == 3 {
			return number, err
		}
	}
}

func (c *Client) send(ctx context.Context, key string, data []byte) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/transfers", bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.HTTP.Do(req)
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
